import createFastify from "fastify";
import { expect, it } from "vitest";
import { compressAnswers } from "./compress.ts";
import { sendLongAnswersAsBytes } from "./long-answers.ts";

it.each([10, 99_999, 100_001, 400_000])(
  "an answer of %i letters arrives whole, to the byte",
  async (length) => {
    const fastify = createFastify();
    sendLongAnswersAsBytes(fastify);
    compressAnswers(fastify);
    const text = "Grüße 🖨".repeat(length / 8);
    fastify.get("/api/text", () => ({ text }));
    const { headers, rawPayload } = await fastify.inject("/api/text");
    const whole = JSON.stringify({ text });
    expect(rawPayload.toString()).toBe(whole);
    expect(headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "content-length": String(Buffer.byteLength(whole)),
    });
    const compressed = await fastify.inject({ url: "/api/text", headers: { "accept-encoding": "br" } });
    expect(compressed.headers["content-encoding"]).toBe(length < 1000 ? undefined : "br");
  },
);
