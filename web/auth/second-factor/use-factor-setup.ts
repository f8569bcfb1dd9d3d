import { useState } from "react";
import { lazyLoad } from "#web/lib/loading/lazy-load.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { useProofForm } from "./password-proof.tsx";
import { type AppKey, useConfirmSetup, useStartSetup } from "./data.ts";

type Step = { at: "password" } | { at: "app"; key: AppKey } | { at: "codes"; codes: string[] };

const schema = lazyLoad(
  () => import("#contract/auth/second-factor.ts"),
  (contract) => contract.secondFactor.confirm.body,
);

/** The three steps of a set-up: the password, the app with its first code, the recovery codes. */
export function useFactorSetup() {
  const [step, setStep] = useState<Step>({ at: "password" });
  const password = useProofForm(useStartSetup().mutateAsync, (key) => setStep({ at: "app", key }));
  const code = useForm({
    initial: { code: "" },
    bodyOf: (values) => values,
    schema,
    send: useConfirmSetup().mutateAsync,
    onSent: ({ recovery_codes: codes }) => setStep({ at: "codes", codes }),
  });
  return { step, password, code };
}

export type FactorSetup = ReturnType<typeof useFactorSetup>;
