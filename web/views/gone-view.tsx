import { Banner } from "#web/ui/feedback/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import type { View, ViewAddress } from "./address.ts";
import { VIEW_MESSAGES as MESSAGES } from "./messages.ts";

type Gone = View["gone"][number];
type Props = { gone: readonly Gone[]; search: ViewAddress; onShow: (search: ViewAddress) => void };

/** Says what a view filters by that is not there any more. It has no rows until somebody takes that out by hand. */
export function GoneView({ gone, search, onShow }: Props) {
  const [last = "", ...others] = gone.map(whatIsGone).toReversed();
  const what = others.length === 0 ? last : MESSAGES.and(others.toReversed().join(", "), last);
  return (
    <Banner
      tone="warning"
      title={gone.length > 1 ? MESSAGES.goneLeadMany(what) : MESSAGES.goneLead(what)}
      action={
        <Button size="small" onClick={() => onShow(gone.reduce(without, search))}>
          {MESSAGES.edit}
        </Button>
      }
    >
      {MESSAGES.goneHint}
    </Banner>
  );
}

function whatIsGone({ filter, name }: Gone): string {
  const words: Partial<Record<string, (name: string) => string>> = MESSAGES.gone;
  return words[filter]?.(name ?? MESSAGES.nobodyKnown) ?? filter;
}

function without(search: ViewAddress, { filter, name }: Gone): ViewAddress {
  if (filter !== "tag") return { ...search, [filter]: undefined };
  const tags = search.tag?.split(",").filter((tag) => tag !== name);
  return { ...search, tag: tags?.join(",") || undefined };
}
