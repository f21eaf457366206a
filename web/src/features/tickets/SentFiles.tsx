import { Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SupportFile } from '@/api/schema'
import { useFormat } from '@/ui/format'
import classes from './Files.module.css'

type SentFilesProps = { ticketId: string; files: SupportFile[] }

const fileUrl = (ticketId: string, id: string) => `/api/support_tickets/${ticketId}/files/${id}`

/** The files of a message, to download. Pictures that an e-mail shows in its text are shown. */
export function SentFiles({ ticketId, files }: SentFilesProps) {
  const { t } = useTranslation('tickets')
  const format = useFormat()
  if (files.length === 0) return null
  const pictures = files.filter(({ picture_url }) => picture_url)
  return (
    <>
      {pictures.map(({ id, file_name, picture_url }) => (
        <img key={id} className={classes.picture} src={picture_url ?? ''} alt={file_name} loading="lazy" />
      ))}
      <ul className={classes.sent} aria-label={t('files')}>
        {files.map(({ id, file_name, file_size }) => (
          <li key={id}>
            <a href={fileUrl(ticketId, id)} download={file_name}>
              <IconDownload size={16} aria-hidden />
              <span className={classes.name}>{file_name}</span>
              <Text component="span" size="sm" c="dimmed">
                {format.bytes(file_size)}
              </Text>
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
