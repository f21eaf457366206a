import { Anchor, Group, Skeleton, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDepositReceipt } from '@/api/generated/endpoints/finance/finance'
import type { Deposit } from '@/api/schema'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'
import classes from './Deposits.module.css'

const urlOf = (id: string) => `/api/deposits/${id}/receipt`

/** The receipt as the client sent it: a picture or a PDF, and its download. */
export function Receipt({ deposit }: { deposit: Deposit }) {
  const { t } = useTranslation('deposits')
  const format = useFormat()
  const { id, file_name: name, file_size, content_type } = deposit
  if (!name)
    return (
      <Text size="sm" c="dimmed">
        {t('receipt.none')}
      </Text>
    )
  return (
    <>
      {content_type === 'application/pdf' ? (
        <Pdf id={id} name={name} />
      ) : (
        <img src={urlOf(id)} alt={t('receipt.alt', { name })} className={classes.picture} />
      )}
      <Group gap="xs" mt="xs">
        <Anchor size="sm" href={urlOf(id)} download aria-label={t('receipt.download', { name })}>
          {name}
        </Anchor>
        <Text size="sm" c="dimmed">
          {format.bytes(file_size ?? 0)}
        </Text>
      </Group>
    </>
  )
}

/** A PDF in the page, where the browser can show one. Its answer is for download only, so the page shows its bytes. */
function Pdf({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation('deposits')
  const result = useDepositReceipt(id, { query: { enabled: navigator.pdfViewerEnabled } })
  const file = result.data as Blob | undefined
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  if (!navigator.pdfViewerEnabled) return null
  if (result.error) return <LoadFailure title={t('receipt.failed')} result={result} />
  if (!url) return <Skeleton className={classes.document} />
  return <iframe src={url} title={t('receipt.alt', { name })} className={classes.document} />
}
