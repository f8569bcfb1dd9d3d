/** What a refusal said: its status and its sentence. */
export function refusalOf({ status, body }: { status: number; body: { detail: string } }): [number, string] {
  return [status, body.detail];
}
