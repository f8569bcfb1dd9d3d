import type { RefObject } from "react";
import { findPlaces } from "#contract/replies/render.ts";
import { BehindText } from "#web/replies/behind-text.tsx";
import "#web/styles/replies.css";

type Props = { text: string; boxRef: RefObject<HTMLTextAreaElement | null> };

/** Marks the places that are filled in for each reporter. */
export function AnswerAllMarks({ text, boxRef }: Props) {
  return <BehindText text={text} places={findPlaces(text)} boxRef={boxRef} className="is-quiet" />;
}
