import { Skeleton } from "#web/ui/skeleton.tsx";
import { COMMENT_MESSAGES } from "./messages.ts";

/** Two comments' worth of grey, in their geometry. */
export function CommentSkeleton() {
  return (
    <div className="thread" role="status">
      <span className="visually-hidden">{COMMENT_MESSAGES.loading}</span>
      <CommentBars />
    </div>
  );
}

/** The place of the conversation and of the box below it, while the whole ticket is on its way. */
export function CommentSectionSkeleton() {
  return (
    <section className="stack">
      <h2 className="section-title weight-semibold flex-row">{COMMENT_MESSAGES.comments}</h2>
      <div className="thread">
        <CommentBars />
      </div>
      <div className="composer waiting" />
    </section>
  );
}

function CommentBars() {
  return ["88%", "64%"].map((width) => (
    <div key={width} className="comment">
      <Skeleton width="2rem" height="2rem" round />
      <div className="stack">
        <div className="comment-head">
          <Skeleton width="9rem" />
        </div>
        <Skeleton width={width} />
      </div>
    </div>
  ));
}
