import { Alert, Anchor, Button, Skeleton, Text } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconExclamationCircle,
  IconInfoCircle,
  IconTags,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { usePriceVersionCheck } from '@/api/generated/endpoints/prices/prices'
import { freshly } from '@/api/record-query'
import type { PriceFinding } from '@/api/schema'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'
import { useFindingText } from '../useFindingText'
import { assignPath } from './assign-path'
import classes from './CheckPage.module.css'
import { findingLink } from './finding-link'
import { Publish } from './Publish'
import { type OpenVersion, VersionPage } from './VersionPage'

/** Findings of the check in a draft, each with a link to its place, and the button to publish. */
export default function CheckPage({ table, id }: { table: string; id: string }) {
  return (
    <VersionPage table={table} id={id}>
      {(open) => (open.version.status === 'draft' ? <Check {...open} /> : <Published {...open} />)}
    </VersionPage>
  )
}

function Published({ table, version }: OpenVersion) {
  const { t } = useTranslation('price-parts')
  const { can } = useProfile()
  const { t: tables } = useTranslation('price-tables')
  const format = useFormat()
  const { published_at: at, published_by_name: name } = version
  return (
    <Alert color="teal" icon={<IconCircleCheck aria-hidden />} title={t('check.published')}>
      {at &&
        (name
          ? tables('publishedBy', { at: format.dateTime(at), name })
          : tables('publishedAt', { at: format.dateTime(at) }))}
      <Text size="sm" mt={4}>
        {t('check.publishedText')}
      </Text>
      {can['price_assignment.create'] && (
        <Button
          component={AppLink}
          to={assignPath(table)}
          mt="sm"
          leftSection={<IconTags size={16} aria-hidden />}
        >
          {t('check.assign')}
        </Button>
      )}
      {version.content_hash && (
        <Text size="xs" mt={4} c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {t('check.hash', { hash: version.content_hash })}
        </Text>
      )}
    </Alert>
  )
}

function Check(open: OpenVersion) {
  const { t } = useTranslation('price-parts')
  const { t: tables } = useTranslation('price-tables')
  const result = usePriceVersionCheck(open.version.id, freshly(open.version.id))
  if (result.error && !result.data) return <LoadFailure title={tables('failed')} result={result} />
  if (!result.data || !result.isFetchedAfterMount) return <Skeleton h="40vh" radius="md" />
  const findings = result.data.data
  const count = (severity: PriceFinding['severity']) =>
    findings.filter((one) => one.severity === severity).length
  return (
    <>
      <Publish version={open.version} errors={count('error')} warnings={count('warning')} />
      {findings.length > 0 && (
        <ul className={classes.list} aria-label={t('check.list')}>
          {findings.map((finding) => (
            <Finding key={JSON.stringify(finding)} finding={finding} {...open} />
          ))}
        </ul>
      )}
    </>
  )
}

const LOOKS = {
  error: { icon: IconExclamationCircle, color: 'var(--mantine-color-error)' },
  warning: { icon: IconAlertTriangle, color: 'var(--mantine-color-orange-6)' },
  note: { icon: IconInfoCircle, color: 'var(--mantine-color-blue-6)' },
} as const

function Finding({ finding, table, version }: OpenVersion & { finding: PriceFinding }) {
  const { t } = useTranslation('price-parts')
  const { text, placeText } = useFindingText()
  const { icon: Icon, color } = LOOKS[finding.severity]
  const place = placeText(finding.place)
  return (
    <li className={classes.item}>
      <Icon size={18} color={color} role="img" aria-label={t(`severity.${finding.severity}`)} />
      <span className={classes.words}>
        {text(finding)}
        {place !== '' && <span className={classes.place}>{place}</span>}
      </span>
      <Anchor
        component={AppLink}
        size="sm"
        to={findingLink({ table: table.id, id: version.id }, finding)}
        aria-label={t('check.goTo', { place: place || text(finding) })}
      >
        {t('check.go')}
      </Anchor>
    </li>
  )
}
