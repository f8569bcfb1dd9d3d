/** Gathers the lines of a part that is not encoded, with LF between them: the last line's end belongs to the boundary. */
export class LineBuffer {
  #bytes = new Uint8Array(1024);
  #length = 0;
  #isFirst = true;

  update(line: Uint8Array): void {
    const needed = this.#length + line.length + 1;
    if (needed > this.#bytes.length) this.#grow(needed);
    if (!this.#isFirst) this.#bytes[this.#length++] = 0x0a;
    this.#isFirst = false;
    this.#bytes.set(line, this.#length);
    this.#length += line.length;
  }

  async finalize(): Promise<ArrayBuffer> {
    return this.#bytes.buffer.transfer(this.#length);
  }

  #grow(needed: number): void {
    this.#bytes = new Uint8Array(this.#bytes.buffer.transfer(Math.max(needed, this.#bytes.length * 2)));
  }
}

/** Gathers the lines of a part in base64. Units that are padded within the text, as some programs write, are kept apart. */
export class Base64Lines {
  readonly #lines = new LineBuffer();

  update(line: Uint8Array): void {
    this.#lines.update(line);
  }

  async finalize(): Promise<ArrayBuffer> {
    const text = Buffer.from(await this.#lines.finalize()).toString("latin1");
    const units = /=\s*[\w+/]/.test(text) ? text.split(/=+/) : [text];
    const bytes = units.map((unit) => Buffer.from(unit, "base64"));
    return new Blob(bytes).arrayBuffer();
  }
}
