import { useEffect, useState } from "react";
import { lazyLoad } from "#web/lib/loading/lazy-load.ts";

type Drawing = { size: number; path: string };

/** A QR code, dark on white in either theme, as scanners want it. Its encoder is loaded with the first one. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  useEffect(() => {
    let isCurrent = true;
    // Without it the key as text still does.
    void draw(text)
      .then((drawn) => isCurrent && setDrawing(drawn))
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [text]);
  return (
    <span className="qr-code">
      {drawing && (
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${drawing.size} ${drawing.size}`}
          shapeRendering="crispEdges"
        >
          <path d={drawing.path} />
        </svg>
      )}
    </span>
  );
}

const encoder = lazyLoad(() => import("uqr"));

async function draw(text: string): Promise<Drawing> {
  const { encode } = await encoder();
  // Four modules of quiet around it, without which scanners do not find the code.
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
    .join("");
  return { size, path };
}
