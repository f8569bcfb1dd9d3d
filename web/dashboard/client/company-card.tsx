import { Mail, Pencil, Phone, RotateCw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { mayEditOwnCompany } from "#contract/access/companies.ts";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/form/icon-button.tsx";
import { UI_MESSAGES } from "#web/ui/messages.ts";
import { CompanyDialog } from "./company-dialog.tsx";
import type { Company } from "../data.ts";
import { COMPANY_MESSAGES as W } from "../messages.ts";

/** The client admin's company with its data, and the button to change it. */
export function CompanyCard({ company }: { company: Company }) {
  const mayEdit = mayEditOwnCompany(useActor(), company.id);
  const [isEditing, setEditing] = useState(false);
  const { description, contact_email: email, contact_phone: phone } = company;
  return (
    <section className="card company-card" aria-label={company.name}>
      <div className="company-head">
        <Avatar name={company.name} size="extra-large" square />
        <div className="grow">
          <h2>{company.name}</h2>
          {description && <p className="muted text-small">{description}</p>}
        </div>
        {mayEdit && (
          <IconButton label={W.edit} onClick={() => setEditing(true)}>
            <Pencil className="icon" />
          </IconButton>
        )}
      </div>
      {(email || phone) && (
        <div className="company-contact">
          {email && (
            <Contact icon={<Mail className="icon small" />} name={W.supportEmail} href={`mailto:${email}`}>
              {email}
            </Contact>
          )}
          {phone && (
            <Contact
              icon={<Phone className="icon small" />}
              name={W.supportPhone}
              href={`tel:${phone.replaceAll(" ", "")}`}
            >
              {phone}
            </Contact>
          )}
        </div>
      )}
      {isEditing && <CompanyDialog company={company} onClose={() => setEditing(false)} />}
    </section>
  );
}

type ContactProps = { icon: ReactNode; name: string; href: string; children: ReactNode };

function Contact({ icon, name, href, children }: ContactProps) {
  return (
    <span className="flex-row">
      <span className="subtle flex-row">
        {icon}
        {name}
      </span>
      <a className="weight-medium numeric" href={href}>
        {children}
      </a>
    </span>
  );
}

type FailureProps = { error: unknown; isRetrying: boolean; onRetry: () => void };

export function CompanyFailure({ error, isRetrying, onRetry }: FailureProps) {
  const why = failureMessage(error);
  return (
    <Banner
      tone="danger"
      title={W.failedToFetch}
      action={
        <Button size="small" icon={<RotateCw className="icon" />} busy={isRetrying} onClick={onRetry}>
          {UI_MESSAGES.tryAgain}
        </Button>
      }
    >
      {why === W.failedToFetch ? null : why}
    </Banner>
  );
}
