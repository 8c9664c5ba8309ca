/** The page before it is there: the same shapes index.html shows before any script has run. */
export function PageSkeleton() {
  return (
    <div className="waiting" aria-hidden>
      <div className="waiting-bar" />
      <div className="waiting-picture" />
      <div className="waiting-line" />
      <div className="waiting-line" />
    </div>
  );
}
