import { Alert, Radio, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { breakBagClose } from '@/api/generated/endpoints/consolidation/consolidation'
import type { BreakBag, BreakBagNextStep } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { ActionDialog } from '@/ui/dialogs/ActionDialog'
import { notify } from '@/ui/dialogs/notify'
import { refreshBreakBags } from './refresh'

type CloseProps = { broken: BreakBag } & DialogState<BreakBag>

const STEPS: BreakBagNextStep[] = ['receiving', 'delivery']
const FIRST: { step: BreakBagNextStep } = { step: 'receiving' }

/** Asks where the parcels go on, and closes a break-bag. */
export default function CloseDialog({ broken, opened, onClose, onChanged }: CloseProps) {
  const { t } = useTranslation('break-bags')
  const client = useQueryClient()
  const { id, version, number, short_count } = broken
  return (
    <ActionDialog
      opened={opened}
      onClose={onClose}
      title={t('close.title', { number })}
      action={t('action.close')}
      initial={FIRST}
      send={async ({ step }) => (await breakBagClose(id, { next_step: step, version })).data}
      onDone={(saved) => {
        refreshBreakBags(client, saved)
        onChanged?.(saved)
        notify.success(t('close.done', { number }))
      }}
    >
      {({ values, set }) => (
        <>
          <Text size="sm">{t('close.text')}</Text>
          {short_count > 0 && <Alert color="orange">{t('close.short', { count: short_count })}</Alert>}
          <Radio.Group
            label={t('close.where')}
            value={values.step}
            onChange={(value) => set('step', value as BreakBagNextStep)}
          >
            <Stack gap="xs" mt="xs">
              {STEPS.map((value) => (
                <Radio
                  key={value}
                  value={value}
                  label={t(`step.${value}`)}
                  description={t(`stepText.${value}`)}
                />
              ))}
            </Stack>
          </Radio.Group>
        </>
      )}
    </ActionDialog>
  )
}
