import type { ColumnType, Generated } from "kysely";
import type { Json, Moment, MomentOrNull, Optional, Stamped } from "./column-types.ts";

/** Credentials, sessions and tokens. */
export type SignInTables = {
  credentials: Credentials; // auth
  second_factors: SecondFactors; // auth
  recovery_codes: RecoveryCodes; // auth
  sessions: Sessions; // auth
  refresh_tokens: RefreshTokens; // auth
  access_tokens: AccessTokens; // auth
  rate_limits: RateLimits; // lib
  action_links: ActionLinks; // auth
};

type Credentials = {
  id: Generated<string>;
  user_id: string;
  kind: "password" | "passkey";
  secret: string;
  must_change: Generated<boolean>;
  created_at: Stamped;
  used_at: MomentOrNull;
};
type SecondFactors = {
  user_id: string;
  secret: Optional<Buffer>;
  since: MomentOrNull;
  last_step: ColumnType<number, number | undefined, number>;
  pending_secret: Optional<Buffer>;
  pending_at: MomentOrNull;
};
type RecoveryCodes = { user_id: string; hash: string; created_at: Moment; used_at: MomentOrNull };
type Sessions = {
  id: Generated<string>;
  user_id: string;
  method: Generated<string>;
  ip: Optional<string>;
  user_agent: Optional<string>;
  created_at: Moment;
  last_used_at: Moment;
  expires_at: Moment;
  confirmed_at: MomentOrNull;
  revoked_at: MomentOrNull;
  revoked_reason: Optional<string>;
};
type RefreshTokens = {
  hash: Buffer;
  session_id: string;
  issued_at: Moment;
  expires_at: Moment;
  replaced_at: MomentOrNull;
  parent_hash: Optional<Buffer>;
};
type AccessTokens = { hash: Buffer; session_id: string; expires_at: Moment };
type RateLimits = { key: string; points: number; resets_at: Moment };
type ActionLinks = {
  token_hash: Buffer;
  purpose: "invite" | "reset_password" | "undo_email" | "setup";
  user_id: Optional<string>;
  subject: Json;
  created_at: Moment;
  expires_at: Moment;
  used_at: MomentOrNull;
};
