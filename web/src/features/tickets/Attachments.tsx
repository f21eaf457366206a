import { Button, CloseButton, FileButton, Progress, Text } from '@mantine/core'
import { IconFile, IconPaperclip } from '@tabler/icons-react'
import { type ClipboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { FileDrop } from '@/ui/FileDrop'
import { useFormat } from '@/ui/format'
import classes from './Files.module.css'
import { type Attached, type Files, MOST_FILES } from './useFiles'

/** Takes the files of a paste; text is pasted as usual. */
export const pasteInto = (files: Files) => (event: ClipboardEvent) => {
  const pasted = [...event.clipboardData.files]
  if (pasted.length === 0) return
  event.preventDefault()
  for (const file of pasted) files.add(file)
}

/** The button that attaches files. They can also be pasted, and dropped on the page. */
export function AttachButton({ files }: { files: Files }) {
  const { t } = useTranslation('tickets')
  const reset = useRef<() => void>(null)
  return (
    <>
      <FileButton
        multiple
        resetRef={reset}
        onChange={(chosen) => {
          chosen.forEach(files.add)
          // The same file can be chosen again after it was removed.
          reset.current?.()
        }}
      >
        {(props) => (
          <Button
            {...props}
            variant="default"
            leftSection={<IconPaperclip size={16} aria-hidden />}
            disabled={files.files.length >= MOST_FILES}
          >
            {t('attach')}
          </Button>
        )}
      </FileButton>
      <FileDrop label={t('dropToAttach')} onFile={files.add} many />
    </>
  )
}

/** The files of a draft, with their progress. */
export function Attachments({ files }: { files: Files }) {
  const { t } = useTranslation('tickets')
  if (files.files.length === 0) return null
  return (
    <ul className={classes.files} aria-label={t('files')}>
      {files.files.map((file) => (
        <Line key={file.id} file={file} onRemove={() => files.remove(file)} />
      ))}
    </ul>
  )
}

function Line({ file, onRemove }: { file: Attached; onRemove(): void }) {
  const { t } = useTranslation('common')
  const format = useFormat()
  return (
    <li data-failed={file.problem ? true : undefined}>
      <IconFile size={18} stroke={1.5} aria-hidden />
      <span className={classes.name}>{file.name}</span>
      {file.percent === undefined ? (
        <Text component="span" size="sm" c={file.problem ? 'red' : 'dimmed'}>
          {file.problem ?? format.bytes(file.size)}
        </Text>
      ) : (
        <Progress.Root className={classes.progress}>
          <Progress.Section value={file.percent} aria-label={t('file.sending')} />
        </Progress.Root>
      )}
      <CloseButton aria-label={t('file.remove', { name: file.name })} onClick={onRemove} />
    </li>
  )
}
