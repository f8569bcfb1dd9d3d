import { ImageUp, Trash2 } from "lucide-react";
import { type ChangeEvent, useRef, useState } from "react";
import { SETTINGS_REFUSALS } from "#contract/refusals/settings.ts";
import { BrandMark } from "#web/ui/brand-mark.tsx";
import { Button } from "#web/ui/button.tsx";
import { FieldError } from "#web/ui/form/field.tsx";
import { useChangeLogo } from "./data.ts";
import { BRAND_MESSAGES } from "./messages.ts";

const MOST_BYTES = 300 * 1024;
const TYPES = "image/png,image/jpeg,image/webp";

/** The logo in use, another one from a file, or none; each acts at once. */
export function LogoField({ logoUrl }: { logoUrl: string | null }) {
  const input = useRef<HTMLInputElement>(null);
  const changing = useChangeLogo();
  const [error, setError] = useState<string | null>(null);

  function take(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0];
    event.target.value = "";
    if (!file) return;
    setError(file.size > MOST_BYTES ? SETTINGS_REFUSALS["settings.logo_too_large"] : null);
    if (file.size <= MOST_BYTES) changing.mutate(file);
  }
  return (
    <div className="field full">
      <span className="field-label">{BRAND_MESSAGES.logo}</span>
      <div className="flex-row wrap logo-field">
        <BrandMark size={36} />
        <input
          ref={input}
          type="file"
          accept={TYPES}
          hidden
          onChange={take}
          aria-label={BRAND_MESSAGES.logo}
        />
        <Button
          icon={<ImageUp className="icon" />}
          busy={changing.isPending}
          onClick={() => input.current?.click()}
        >
          {logoUrl ? BRAND_MESSAGES.replace : BRAND_MESSAGES.choose}
        </Button>
        {logoUrl && (
          <Button
            look="ghost"
            icon={<Trash2 className="icon" />}
            disabled={changing.isPending}
            onClick={() => changing.mutate(null)}
          >
            {BRAND_MESSAGES.remove}
          </Button>
        )}
      </div>
      <span className="hint">{BRAND_MESSAGES.logoHint}</span>
      {error && <FieldError>{error}</FieldError>}
    </div>
  );
}
