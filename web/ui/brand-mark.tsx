import { useBrand } from "#web/lib/public-config.ts";

/** The brand's logo; the signpost where the organization has none of its own. The short name stands beside it. */
export function BrandMark({ size }: { size: number }) {
  const { logoUrl } = useBrand();
  if (logoUrl) return <img className="mark" src={logoUrl} width={size} height={size} alt="" />;
  return (
    <svg className="mark" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M11 1.5h2v21h-2z" fill="var(--fg-muted)" />
      <path d="M4 4h12.2L20 7.25 16.2 10.5H4z" fill="var(--accent)" />
      <path d="M20 12.5H9.8L6.6 15.25 9.8 18H20z" fill="var(--copper)" />
    </svg>
  );
}
