import { Alert, Anchor, Code, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCargoMessageShow, useMawbList } from '@/api/generated/endpoints/consolidation/consolidation'
import type { CargoMessage, CargoMessageDetails } from '@/api/schema'
import { RecordPage } from '@/blocks/RecordPage'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { Fact, Facts } from '@/ui/Facts'
import { useFormat } from '@/ui/format'
import { PageCard } from '@/ui/PageCard'
import { StatusBadge } from '@/ui/StatusBadge'
import { Moment } from '@/ui/time/Moment'
import { useMessageActions } from './actions'
import classes from './Messages.module.css'
import { stageLook } from './status'

/** One message: what it reports, what of it was not understood, and the file as it came. */
export function MessagePage({ id }: { id: string }) {
  const { t } = useTranslation('cargo-messages')
  const result = useCargoMessageShow(id)
  return (
    <RecordPage<CargoMessage, CargoMessage>
      result={result}
      title={t('one')}
      failed={t('failed')}
      nameOf={({ file_name }) => file_name}
      actions={useMessageActions()}
      side={(message) => <MessageFacts message={message} />}
    >
      {(message) => (
        <Stack>
          <Problems message={message} />
          <Waybills id={message.id} />
          {result.data && <FileText message={result.data.data} />}
        </Stack>
      )}
    </RecordPage>
  )
}

function MessageFacts({ message }: { message: CargoMessage }) {
  const { t } = useTranslation('cargo-messages')
  const format = useFormat()
  const { stage, kind, report_count, new_count, received_at, received_by_name, ended_at, closed_by_name } =
    message
  return (
    <PageCard label={t('facts')}>
      <StatusBadge status={stageLook(stage, t)} />
      <Text size="sm" mt="xs">
        {closed_by_name ? t('closedText') : t(`stageText.${stage}`)}
      </Text>
      <Facts className={classes.facts}>
        <Fact label={t('field.kind')}>{t(`kind.${kind}`)}</Fact>
        <Fact label={t('field.report_count')}>{format.number(report_count)}</Fact>
        <Fact label={t('field.new_count')}>{format.number(new_count)}</Fact>
        <Fact label={t('field.received_at')}>
          <Moment at={received_at} />
        </Fact>
        <Fact label={t('field.received_by')}>{received_by_name}</Fact>
        <Fact label={t('field.ended_at')}>{ended_at && <Moment at={ended_at} />}</Fact>
        {closed_by_name && <Fact label={t('field.closed_by')}>{closed_by_name}</Fact>}
      </Facts>
    </PageCard>
  )
}

/** Why it reports nothing, waybills that nobody has entered, and lines that were not understood. */
function Problems({ message }: { message: CargoMessage }) {
  const { t } = useTranslation('cargo-messages')
  const { kind, problem, unknown_numbers, unread, failure, closing_note } = message
  return (
    <>
      {failure && (
        <Alert color={closing_note === null ? 'red' : 'gray'} role="status" title={t('notRead')}>
          {failure.message} {closing_note ?? t('notReadText')}
        </Alert>
      )}
      {problem && (
        <Alert color="orange" role="status">
          {t(`problem.${problem}`)}
        </Alert>
      )}
      {unknown_numbers.length > 0 && (
        <Alert color={kind === 'ffm' ? 'gray' : 'orange'} role="status">
          {kind === 'ffm'
            ? t('foreignNumbers', { count: unknown_numbers.length, numbers: unknown_numbers.join(', ') })
            : t('unknownNumbers', { count: unknown_numbers.length, numbers: unknown_numbers.join(', ') })}
        </Alert>
      )}
      {unread.length > 0 && (
        <PageCard title={t('section.unread')}>
          <Text size="sm" mb="sm">
            {t('unreadText')}
          </Text>
          {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
          <ul role="list" className={classes.list} aria-label={t('section.unread')}>
            {unread.map(({ line, text, problem }) => (
              <li key={`${line}-${problem}-${text}`} className={classes.line}>
                <Code>{text}</Code>
                <Text size="xs" c="dimmed">
                  {t('lineOf', { line })} · {t(`problem.${problem}`)}
                </Text>
              </li>
            ))}
          </ul>
        </PageCard>
      )}
    </>
  )
}

/** The waybills of which it reported something first. */
function Waybills({ id }: { id: string }) {
  const { t } = useTranslation('cargo-messages')
  const { can } = useProfile()
  const result = useMawbList(
    { message_id: id, per_page: 100 },
    { query: { enabled: can['mawb.list'] === true } },
  )
  const waybills = result.data?.data ?? []
  if (waybills.length === 0) return null
  return (
    <PageCard title={t('section.waybills')}>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
      <ul role="list" className={classes.list} aria-label={t('section.waybills')}>
        {waybills.map((waybill) => (
          <li key={waybill.id} className={classes.line}>
            <Anchor component={AppLink} to={paths['mawbs.show']({ id: waybill.id })}>
              {waybill.number}
            </Anchor>
            <Text size="xs" c="dimmed">
              {waybill.origin_airport} → {waybill.destination_airport}
            </Text>
          </li>
        ))}
      </ul>
    </PageCard>
  )
}

function FileText({ message }: { message: CargoMessageDetails }) {
  const { t } = useTranslation('cargo-messages')
  return (
    <PageCard title={t('section.file')}>
      {message.text === null ? (
        <Text size="sm" c="dimmed">
          {message.is_deleted ? t('fileDeleted') : t('noText')}
        </Text>
      ) : (
        <Code block className={classes.text}>
          {message.text}
        </Code>
      )}
    </PageCard>
  )
}
