import { Button, CloseButton, Text } from '@mantine/core'
import { IconAlertCircle, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './CodeList.module.css'
import { doubtAbout } from './codes'
import type { Line } from './collected'

type CodeListProps = {
  lines: Line[]
  onRemove(code: string): void
  onClear(): void
}

/** The codes that wait for their event, the newest first. */
export function CodeList({ lines, onRemove, onClear }: CodeListProps) {
  const { t } = useTranslation('tracking')
  return (
    <section aria-label={t('list.label')} className={classes.frame}>
      {lines.length > 0 && (
        <div className={classes.head}>
          <Text size="sm" fw={600}>
            {t('list.count', { count: lines.length })}
          </Text>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconTrash size={15} stroke={1.75} aria-hidden />}
            onClick={onClear}
          >
            {t('list.clear')}
          </Button>
        </div>
      )}
      {lines.length === 0 ? (
        <p className={classes.empty}>{t('list.empty')}</p>
      ) : (
        // biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one
        <ol role="list" className={classes.list} reversed>
          {lines.map((line, at) => (
            <li key={line.code} className={classes.line} data-refused={line.refusal ? true : undefined}>
              <span className={classes.number} aria-hidden>
                {lines.length - at}
              </span>
              <span className={classes.code}>{line.code}</span>
              <Remark line={line} />
              <CloseButton
                size="sm"
                className={classes.remove}
                aria-label={t('list.remove', { code: line.code })}
                onClick={() => onRemove(line.code)}
              />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function Remark({ line }: { line: Line }) {
  const { t } = useTranslation('tracking')
  if (line.refusal) {
    return (
      <span className={classes.refusal}>
        <IconAlertCircle size={14} stroke={2} aria-hidden /> {line.refusal}
      </span>
    )
  }
  return doubtAbout(line.code) ? <span className={classes.doubt}>{t('list.doubt')}</span> : null
}
