import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Language } from "#contract/languages.ts";
import { failureMessage, isRefusal } from "#web/lib/api/api-error.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { LANGUAGE } from "#web/lib/language.ts";
import { lazyLoad } from "#web/lib/loading/lazy-load.ts";
import { REPLY_MESSAGES } from "#web/replies/messages.ts";
import { FormButtons } from "#web/ui/form-buttons.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Input } from "#web/ui/form/input.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { LoadingBlock } from "#web/ui/spinner.tsx";
import { AudienceField } from "./audience-field.tsx";
import { replyQuery } from "#web/replies/data.ts";
import { type SavedReply, useSaveReply } from "./data.ts";
import { EditorPreview } from "./editor-preview.tsx";
import { EffectsField } from "./effects-field.tsx";
import { REPLY_EDITOR_MESSAGES as MESSAGES } from "./messages.ts";
import { bodyOf, checkReply, valuesOf } from "./reply-values.ts";
import { TextsField } from "./texts-field.tsx";

type Props = {
  /** Null for a new one. */
  id: string | null;
  onDone: () => void;
};

/** The form of a saved reply: its words on the left, what it sets and how it reads on the right. */
export function ReplyEditor({ id, onDone }: Props) {
  const { data, isError, error, refetch } = useQuery({ ...replyQuery(id ?? ""), enabled: id !== null });
  if (id === null) return <ReplyForm edited={null} onDone={onDone} />;
  if (data) return <ReplyForm edited={data} onDone={onDone} />;
  if (!isError) return <LoadingBlock label={MESSAGES.loading} />;
  return (
    <ErrorState
      title={failureMessage(error, REPLY_MESSAGES.failedToFetch) ?? REPLY_MESSAGES.failedToFetch}
      onRetry={() => void refetch()}
    />
  );
}

const schema = lazyLoad(
  () => import("#contract/replies.ts"),
  ({ NewReply }) => NewReply,
);

function ReplyForm({ edited: given, onDone }: { edited: SavedReply | null; onDone: () => void }) {
  // What others save meanwhile does not change the form under one's hands: saving is refused once, and then goes over theirs.
  const [edited, setEdited] = useState(given);
  const client = useQueryClient();
  const saving = useSaveReply(edited);
  const form = useForm({
    initial: valuesOf(edited),
    bodyOf,
    schema,
    check: checkReply,
    send: (submission) =>
      saving.mutateAsync(submission).catch(async (error: unknown) => {
        if (edited && isRefusal(error, "request.changed_meanwhile"))
          setEdited(await client.fetchQuery(replyQuery(edited.id)));
        throw error;
      }),
    onSent: onDone,
  });
  const { values } = form;
  const [language, setLanguage] = useState<Language>(edited?.languages[0] ?? LANGUAGE);
  return (
    // The keys come from its fields.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      className="reply-editor"
      noValidate
      aria-label={edited ? MESSAGES.title(edited.name) : MESSAGES.titleNew}
      onSubmit={form.onSubmit}
      onKeyDown={form.onSendKey}
    >
      <div>
        <Field label={MESSAGES.name} error={form.errors.name}>
          {/* Opened by the person just now. */}
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
          <Input autoComplete="off" autoFocus {...form.text("name")} />
        </Field>
        <TextsField
          texts={values.texts}
          language={language}
          error={form.errors.texts}
          onLanguage={setLanguage}
          onChange={(texts) => form.set("texts", texts)}
        />
        <div className="reply-editor-pair">
          <AudienceField
            value={values.group_id}
            edited={edited}
            error={form.errors.group_id}
            onChange={(place) => form.set("group_id", place)}
          />
          <Field label={MESSAGES.goesInto}>
            <Select
              value={values.visibility}
              options={VISIBILITIES}
              onChange={(visibility) => form.set("visibility", visibility)}
            />
          </Field>
        </div>
      </div>
      <div>
        <EffectsField
          effects={values.effects}
          saved={edited?.effects ?? {}}
          stale={edited?.stale ?? []}
          error={form.errors.effects}
          onChange={(effects) => form.set("effects", effects)}
        />
        <EditorPreview text={values.texts[language] ?? ""} language={language} />
        <footer className="reply-editor-foot">
          <FormButtons
            act={MESSAGES.save}
            busyLabel={MESSAGES.saving}
            isBusy={form.isBusy}
            onCancel={() => {
              form.forget();
              onDone();
            }}
          />
        </footer>
      </div>
    </form>
  );
}

const VISIBILITIES = (["any", "public", "internal"] as const).map((value) => ({
  value,
  label: MESSAGES.visibility[value],
}));
