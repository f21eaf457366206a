import { Anchor, Badge, Loader, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useManifestCheck } from '@/api/generated/endpoints/consolidation/consolidation'
import type { Manifest, ManifestProblem } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'
import { PageCard } from '@/ui/PageCard'
import classes from './Manifests.module.css'

/** The faults to put right before a manifest is closed, and the texts that messages write instead of its own. */
export function CheckList({ manifest }: { manifest: Manifest }) {
  const { t } = useTranslation('manifests')
  const format = useFormat()
  const result = useManifestCheck(manifest.id)
  const check = result.data?.data
  const longCount = check?.counts.find(isLong)?.count ?? 0
  const firstLong = check?.problems.find(isLong)
  // Numbers that are too long say nothing about their house: they stand for each other.
  const shown = check?.problems.filter((problem) => isShort(problem) || problem === firstLong) ?? []
  return (
    <PageCard title={t('check.title')}>
      <Stack gap="sm">
        {!check && result.error ? <LoadFailure title={t('check.failed')} result={result} /> : null}
        {!check && !result.error && <Loader aria-label={t('check.title')} />}
        {check && (
          <Text size="sm" role="status">
            {check.blocking > 0
              ? t('check.blocking', { count: check.blocking, number: format.number(check.blocking) })
              : t('check.ready')}
            {check.notes > 0 &&
              ` ${t('check.notes', { count: check.notes, number: format.number(check.notes) })}`}
          </Text>
        )}
        {shown.length > 0 && (
          // biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one
          <ul role="list" className={classes.list} aria-label={t('check.title')}>
            {shown.map((problem) => (
              <li key={keyOf(problem)} className={classes.line}>
                <Problem problem={problem} />
                {isLong(problem) && longCount > 1 && (
                  <Text size="xs" c="dimmed">
                    {t('check.alike', { count: longCount - 1, number: format.number(longCount - 1) })}
                  </Text>
                )}
              </li>
            ))}
          </ul>
        )}
        {check && check.blocking + check.notes - longCount > shown.filter(isShort).length && (
          <Text size="sm" c="dimmed">
            {t('check.more', { number: format.number(shown.length) })}
          </Text>
        )}
      </Stack>
    </PageCard>
  )
}

const isLong = ({ kind }: Pick<ManifestProblem, 'kind'>) => kind === 'house_long'

const isShort = (problem: ManifestProblem) => !isLong(problem)

const keyOf = ({ kind, seq, field, text }: ManifestProblem) => [kind, seq, field, text].join(' ')

function Problem({ problem }: { problem: ManifestProblem }) {
  const { t } = useTranslation('manifests')
  const { can } = useProfile()
  const { kind, is_blocking, house, shipment_id, field, text, written } = problem
  return (
    <span>
      <Badge variant="light" color={is_blocking ? 'red' : 'gray'} mr="xs">
        {is_blocking ? t('check.mustFix') : t('check.note')}
      </Badge>
      {house &&
        (shipment_id && can['shipment.show'] ? (
          <Anchor component={AppLink} to={paths['shipments.show']({ id: shipment_id })}>
            {house}
          </Anchor>
        ) : (
          house
        ))}
      {house && ' · '}
      {field && `${t(`line.${field}`)}: `}
      {t(`problem.${kind}`)}
      {text && (
        <Text size="xs" c="dimmed">
          {written ? t('check.becomes', { text, written }) : text}
        </Text>
      )}
    </span>
  )
}
