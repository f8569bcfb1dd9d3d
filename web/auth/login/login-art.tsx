/** A map with the trail on it; its lines are a mask in the style sheet, so that they take the theme's colour. */
export function LoginArt() {
  return (
    <div className="login-art" aria-hidden="true">
      <div className="contours" />
      <svg viewBox="0 0 840 900" preserveAspectRatio="xMidYMid slice">
        <path
          className="art-path"
          d="M-20 812 C120 760 150 640 268 610 S 430 560 452 452 S 560 330 640 300 S 770 220 842 96"
        />
        <rect className="blaze" x="261" y="594" width="13" height="26" rx="3" />
        <rect className="blaze" x="446" y="438" width="13" height="26" rx="3" />
        <rect className="blaze final" x="634" y="288" width="13" height="26" rx="3" />
      </svg>
    </div>
  );
}
