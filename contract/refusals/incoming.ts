/** Refusals about mail that came in. */
export const INCOMING_REFUSALS = {
  "incoming.not_found": "Mail not found",
  "incoming.original_gone": "The original of this mail is not kept any more",
  "incoming.decided_already": "This mail was dealt with already",
  "incoming.company_required": "Choose a company",
  "incoming.name_required": "Enter a name",
  "incoming.subject_required": "Enter a subject",
  "incoming.sender_unclear": "The mail does not say clearly who sent it",
  "incoming.colleague_by_administrators": "Only who manages users gives a colleague another address",
  "incoming.other_company": ({ name }: { name: string }) => `${name} belongs to another company`,
  "incoming.domain_of_company": ({ company }: { company: string }) =>
    `People of ${company} write from this domain`,
  "incoming.domain_of_desk": "This desk writes from this domain",
  "incoming.address_of_desk": "This desk writes from this address",
  "incoming.bulk_none": "Choose at least one mail",
  "incoming.bulk_too_many": ({ max }: { max: number }) => `Choose at most ${max} mails`,
  "incoming.block_not_found": "Blocked sender not found",
} as const;
