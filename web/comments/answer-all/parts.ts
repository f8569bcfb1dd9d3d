import { lazyPart } from "#web/lib/loading/lazy-part.tsx";

/** What an answer to all reporters shows in the box and below it; it comes with the first one. */
export const answerAllLine = lazyPart(
  () => import("./answer-all-line.tsx"),
  (module) => module.AnswerAllLine,
);
export const answerAllMarks = lazyPart(
  () => import("./answer-all-marks.tsx"),
  (module) => module.AnswerAllMarks,
  { isOptional: true },
);
export const answerAllReply = lazyPart(
  () => import("./answer-all-reply.tsx"),
  (module) => module.AnswerAllReply,
  { isOptional: true },
);
export const answerAllPreview = lazyPart(
  () => import("./answer-all-preview.tsx"),
  (module) => module.AnswerAllPreview,
);
