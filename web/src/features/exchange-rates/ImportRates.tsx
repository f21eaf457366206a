import { Button, Group, List, Modal, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts } from '@/api/errors'
import { invalidateExchangeRateList, useExchangeRateImport } from '@/api/generated/endpoints/money/money'
import { notify } from '@/ui/dialogs/notify'
import { FileField } from '@/ui/fields/FileField'

const MAX_BYTES = 1_000_000

type ImportRatesProps = { opened: boolean; onClose(): void }

/** Imports a file of rates: all of them, or none and the reasons. */
export function ImportRates({ opened, onClose }: ImportRatesProps) {
  const { t } = useTranslation(['exchange-rates', 'common'])
  const queryClient = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const { mutate, isPending, error, reset } = useExchangeRateImport({
    mutation: {
      onSuccess: ({ data }) => {
        void invalidateExchangeRateList(queryClient)
        notify.success(t('import.done', { added: data.added, unchanged: data.unchanged }))
        close()
      },
    },
  })
  const texts = Object.entries(fieldTexts(error))
  const lines = texts.filter(([at]) => at !== 'csv')

  function close() {
    setFile(null)
    reset()
    onClose()
  }

  async function send() {
    if (file) mutate({ data: { csv: await file.text() } })
  }

  return (
    <Modal
      opened={opened}
      onClose={close}
      size="lg"
      title={t('import.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack>
        <Text size="sm">{t('import.columns')}</Text>
        <FileField
          label={t('import.file')}
          text={t('import.hint')}
          accept=".csv,text/csv"
          maxBytes={MAX_BYTES}
          value={file}
          onChange={(chosen) => {
            reset()
            setFile(chosen)
          }}
          error={
            error
              ? (texts.find(([at]) => at === 'csv')?.[1] ?? (lines.length === 0 && errorText(error)))
              : undefined
          }
        />
        {lines.length > 0 && (
          <div role="alert">
            <Text size="sm" c="red">
              {t('import.failed')}
            </Text>
            <List size="sm" mt="xs">
              {lines.map(([at, text]) => (
                <List.Item key={at}>{said(at, text, t)}</List.Item>
              ))}
            </List>
          </div>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {t('common:cancel')}
          </Button>
          <Button disabled={!file} loading={isPending} onClick={() => void send()}>
            {t('import.action')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** 'lines.12.rate' in words. */
function said(
  at: string,
  text: string,
  t: ReturnType<typeof useTranslation<['exchange-rates', 'common']>>['t'],
) {
  const [, line, name] = at.split('.')
  return t('import.line', { line, field: t(`field.${name as 'rate'}`), text })
}
