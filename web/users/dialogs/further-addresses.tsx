import { useQuery } from "@tanstack/react-query";
import { mayEditAddresses } from "#contract/access/users.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { Badge } from "#web/ui/badge.tsx";
import { TextList } from "#web/ui/form/text-list.tsx";
import { addAddress, addressesQuery, removeAddress } from "../address-data.ts";
import type { User } from "../data.ts";
import { ADDRESSES_MESSAGES as MESSAGES } from "../messages.ts";

/** Further addresses of a person, for those who may say whose an address is; each change is saved at once. */
export function FurtherAddresses({ user }: { user: User }) {
  return mayEditAddresses(useActor(), user) ? <Addresses userId={user.id} /> : null;
}

function Addresses({ userId }: { userId: string }) {
  const { data } = useQuery(addressesQuery(userId));
  return (
    <TextList
      legend={MESSAGES.title}
      hint={MESSAGES.hint}
      items={data?.items}
      textOf={({ address }) => address}
      renderSigns={({ verified_at }) =>
        verified_at !== null && <Badge tone="success">{MESSAGES.verified}</Badge>
      }
      label={MESSAGES.further}
      placeholder={MESSAGES.placeholder}
      add={MESSAGES.add}
      removeLabel={MESSAGES.remove}
      failed={MESSAGES.failed}
      onAdd={(address) => addAddress(userId, address)}
      onRemove={({ address }) => removeAddress(userId, address)}
    />
  );
}
