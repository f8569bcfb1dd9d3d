/** The few words of answering all reporters that the box itself needs. */
export const ANSWER_ALL_SWITCH_MESSAGES = {
  answerAll: "Answer all reporters",
  send: (n: number) => (n === 1 ? "Answer 1 reporter" : `Answer ${n} reporters`),
};
