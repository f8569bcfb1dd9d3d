/** Key caps beside a label; for the eye only, since screen readers announce the control itself. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className="keys" aria-hidden="true">
      {keys.map((key) => (
        <span key={key} className="kbd">
          {key}
        </span>
      ))}
    </span>
  );
}
