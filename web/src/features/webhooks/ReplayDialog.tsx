import { Button, Modal, MultiSelect, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useWebhookEventList, webhookReplay } from '@/api/generated/endpoints/integrations/integrations'
import type { Webhook, WebhookEventType, WebhookReplayed, WebhookReplayRange } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { useRules } from '@/ui/form/useRules'
import { useFormat } from '@/ui/format'
import { fromWall, zoneName } from '@/ui/time/wall-time'
import { refreshDeliveries } from './refresh'
import { eventText } from './words'

type ReplayProps = { webhook: Webhook; opened: boolean; onClose(): void }

/** Asks which events are sent again. */
export default function ReplayDialog({ webhook, opened, onClose }: ReplayProps) {
  const { t } = useTranslation(['webhooks', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      title={t('replay.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <ReplayForm webhook={webhook} onClose={onClose} />
    </Modal>
  )
}

type ReplayValues = { from: string | null; to: string | null; types: string[] }
type Replay = { range: WebhookReplayRange; replayed: WebhookReplayed }

function ReplayForm({ webhook: { id }, onClose }: Omit<ReplayProps, 'opened'>) {
  const { t, i18n } = useTranslation('webhooks')
  const format = useFormat()
  const { required } = useRules()
  const tell = useTellReplay(id)
  const { data } = useWebhookEventList()
  const zone = format.preferences.timeZone
  const momentOf = (typed: string | null) => fromWall(typed ?? '', zone)?.toISOString() ?? ''
  const model = useResourceForm<ReplayValues, Replay>({
    name: `webhook-replay-${id}`,
    initial: { from: null, to: null, types: [] },
    validate: { from: required, to: required },
    submit: async ({ from, to, types }) => {
      const chosen = types.length > 0 ? { types: types as WebhookEventType[] } : {}
      const range = { from: momentOf(from), to: momentOf(to), ...chosen }
      return { range, replayed: (await webhookReplay(id, range)).data }
    },
    onSaved(replay) {
      tell(replay)
      onClose()
    },
  })
  const { values, set, at, text } = useTiedFields(model.form)

  function cancel() {
    model.discardDraft()
    onClose()
  }

  return (
    <ResourceForm model={model} submitLabel={t('action.replay')} onCancel={cancel}>
      <FormSection
        title={t('replay.section')}
        text={t('replay.text', { zone: zoneName(zone, i18n.language) })}
      >
        <TextInput
          {...text('from')}
          type="datetime-local"
          // Many events can occur in one minute.
          step={1}
          label={t('field.from')}
          withAsterisk
          data-autofocus
        />
        <TextInput {...text('to')} type="datetime-local" step={1} label={t('field.to')} withAsterisk />
        <MultiSelect
          {...at('types')}
          label={t('field.event')}
          placeholder={values.types.length === 0 ? t('everything') : undefined}
          searchable
          clearable
          data={(data?.data ?? []).map(({ type }) => ({ value: type, label: eventText(t, type) }))}
          value={values.types}
          onChange={(types) => set('types', types)}
        />
      </FormSection>
    </ResourceForm>
  )
}

/** Says how many events are sent again, and offers to send the rest. */
function useTellReplay(id: string) {
  const { t } = useTranslation('webhooks')
  const format = useFormat()
  const client = useQueryClient()

  function tell({ range, replayed }: Replay) {
    refreshDeliveries(client, id)
    const { count, next_from, next_id } = replayed
    const done = t('replay.done', { count })
    if (next_from) offer(done, { ...range, from: next_from, from_id: next_id ?? undefined })
    else notify.success(done)
  }

  /** It stays until it is closed, and knows the first event of the rest, which no typed time does. */
  function offer(title: string, range: WebhookReplayRange) {
    async function send() {
      notify.hide(shown)
      try {
        tell({ range, replayed: (await webhookReplay(id, range)).data })
      } catch (failure) {
        notify.failure(failure)
        offer(title, range)
      }
    }
    const message = (
      <>
        <Text size="sm">{t('replay.rest', { time: format.exact(range.from) })}</Text>
        <Button mt="xs" size="xs" variant="default" onClick={() => void send()}>
          {t('replay.sendRest')}
        </Button>
      </>
    )
    const shown = notify.toast('warning', { title, message, autoClose: false })
  }
  return tell
}
