import { Button, Group } from '@mantine/core'
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { StepLine } from '@/ui/StepLine'
import { assignPath } from './assign-path'
import type { OpenVersion } from './VersionPage'

/** The way of a draft from pasted prices to the clients that pay them; each step is a page of its own. */
const STEPS = ['prices', 'zones', 'surcharges', 'rules', 'check', 'assign'] as const

/** The step of the page. A file brings prices, as pasting does. */
function useSteps({ table, version }: OpenVersion) {
  const { t } = useTranslation('price-tables')
  const { can } = useProfile()
  const { tab = 'prices' } = useParams({ strict: false }) as { tab?: string }
  const isPublished = version.status !== 'draft'
  const base = { table: table.id, id: version.id }
  const pages = [
    paths['price_versions.show'](base),
    ...STEPS.slice(1, -1).map((step) => paths['price_versions.tab']({ ...base, tab: step })),
  ]
  const here = isPublished ? STEPS.length - 1 : Math.max(0, STEPS.indexOf(tab as (typeof STEPS)[number]))
  const mayAssign = isPublished && can['price_assignment.create'] === true
  const links = [...pages, mayAssign ? assignPath(table) : '']
  return { here, links, names: STEPS.map((step) => t(`steps.${step}`)) }
}

/** Where a draft stands on its way, with a way back to each step. */
export function VersionSteps(open: OpenVersion) {
  const { t } = useTranslation('price-tables')
  const { here, links, names } = useSteps(open)
  return (
    <StepLine
      label={t('steps.label')}
      steps={names}
      here={here}
      course="going"
      done={t('steps.done')}
      position={t('steps.position', { number: here + 1, of: names.length })}
      links={links}
    />
  )
}

/** The steps before and after the page. The last one follows when the version is published. */
export function NextStep(open: OpenVersion) {
  const { t } = useTranslation('price-tables')
  const { here, links, names } = useSteps(open)
  const before = links[here - 1]
  const after = links[here + 1]
  return (
    <Group justify="space-between" gap="xs" mt="lg">
      {before ? (
        <Button
          component={AppLink}
          to={before}
          variant="default"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
        >
          {t('steps.back', { name: names[here - 1] })}
        </Button>
      ) : (
        <span />
      )}
      {after && (
        <Button
          component={AppLink}
          to={after}
          variant="default"
          rightSection={<IconArrowRight size={16} aria-hidden />}
        >
          {t('steps.next', { name: names[here + 1] })}
        </Button>
      )}
    </Group>
  )
}
