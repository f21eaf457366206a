import { Radio, Stack, Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { reweighDecide } from '@/api/generated/endpoints/receiving/receiving'
import { type Reweigh, type ReweighRuling, ReweighStatus } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { ActionDialog } from '@/ui/dialogs/ActionDialog'
import { notify } from '@/ui/dialogs/notify'
import { refreshReweighs } from './refresh'

const RULINGS: ReweighRuling[] = ['withdraw', 'keep']

type DecideDialogProps = { reweigh: Reweigh } & DialogState<Reweigh>
type DecideValues = { ruling: ReweighRuling | null; reason: string }

/** Staff decide whether the client or the scale is right. */
export default function DecideDialog({ reweigh, opened, onClose, onChanged }: DecideDialogProps) {
  const { t } = useTranslation(['reweighs', 'common'])
  const client = useQueryClient()
  const required = t('common:validation.required')
  return (
    <ActionDialog<DecideValues, Reweigh>
      opened={opened}
      onClose={onClose}
      title={t('decide.title')}
      action={t('decide.action')}
      initial={{ ruling: null, reason: '' }}
      check={({ ruling, reason }) => ({
        ...(!ruling && { ruling: required }),
        ...(!reason.trim() && { reason: required }),
      })}
      send={async ({ ruling, reason }) => {
        if (!ruling) throw new Error('checked before')
        const form = { ruling, reason: reason.trim(), version: reweigh.version }
        return (await reweighDecide(reweigh.id, form)).data
      }}
      onDone={(saved) => {
        refreshReweighs(client, saved)
        onChanged?.(saved)
        notify.success(t(saved.status === ReweighStatus.Held ? 'decide.waits' : 'decide.done'))
      }}
    >
      {({ values, set, problem }) => (
        <>
          {reweigh.dispute && <Text size="sm">{reweigh.dispute}</Text>}
          <Radio.Group
            label={t('decide.question')}
            withAsterisk
            value={values.ruling ?? ''}
            error={problem('ruling')}
            onChange={(chosen) => set('ruling', chosen as ReweighRuling)}
          >
            <Stack gap="xs" mt="xs">
              {RULINGS.map((one) => (
                <Radio
                  key={one}
                  value={one}
                  label={t(`decide.${one}`)}
                  description={t(`decide.after.${one}`)}
                />
              ))}
            </Stack>
          </Radio.Group>
          <Textarea
            label={t('field.reason')}
            description={t('decide.reasonHint')}
            withAsterisk
            required
            rows={3}
            maxLength={500}
            value={values.reason}
            error={problem('reason')}
            onChange={(event) => set('reason', event.currentTarget.value)}
          />
        </>
      )}
    </ActionDialog>
  )
}
