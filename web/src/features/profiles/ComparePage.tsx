import { Group, Skeleton, Table, Text } from '@mantine/core'
import { IconArrowsDiff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useUserProfileList, useUserProfileShow } from '@/api/generated/endpoints/permissions/permissions'
import type { UserProfile } from '@/api/schema'
import { EmptyState } from '@/ui/EmptyState'
import { LoadFailure } from '@/ui/LoadFailure'
import { ResourcePage } from '@/ui/ResourcePage'
import classes from './ComparePage.module.css'
import { ProfileChoice } from './ProfileChoice'
import { differences } from './values'

type Sides = { left?: string; right?: string }

/** Where two profiles allow different things. */
export function ComparePage({ left, right, onChoose }: Sides & { onChoose(sides: Sides): void }) {
  const { t } = useTranslation(['profiles', 'shell'])
  const profiles = useUserProfileList({ per_page: 100, sort: 'name' })
  return (
    <ResourcePage title={t('compareTitle')} text={t('compareText')} width="form">
      <Group mb="lg" align="flex-start">
        <ProfileChoice
          label={t('left')}
          flex="1 1 14rem"
          value={left ?? null}
          onChange={(id) => onChoose({ left: id ?? undefined, right })}
        />
        <ProfileChoice
          label={t('right')}
          flex="1 1 14rem"
          value={right ?? null}
          onChange={(id) => onChoose({ left, right: id ?? undefined })}
        />
      </Group>
      {profiles.error ? (
        <LoadFailure title={t('failed')} result={profiles} />
      ) : left && right ? (
        <Both left={left} right={right} />
      ) : (
        <EmptyState icon={IconArrowsDiff} title={t('choose')} />
      )}
    </ResourcePage>
  )
}

function Both({ left, right }: { left: string; right: string }) {
  const { t } = useTranslation(['profiles', 'shell'])
  const one = useUserProfileShow(left)
  const other = useUserProfileShow(right)
  const failed = [one, other].find(({ error }) => error)
  if (failed) return <LoadFailure title={t('failed')} result={failed} />
  if (!one.data || !other.data) return <Skeleton h={240} radius="md" />
  return <Differences left={one.data.data} right={other.data.data} />
}

function Differences({ left, right }: { left: UserProfile; right: UserProfile }) {
  const { t } = useTranslation(['profiles', 'shell'])
  const found = differences(left.rules, right.rules)
  if (found.length === 0) return <EmptyState icon={IconArrowsDiff} title={t('same')} />
  return (
    <Table layout="fixed" withTableBorder className={classes.table} aria-label={t('compareTitle')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w="50%">{t('permission')}</Table.Th>
          <Table.Th>{left.name}</Table.Th>
          <Table.Th>{right.name}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {found.map((cell) => (
          <Table.Tr key={`${cell.resource} ${cell.action}`}>
            <Table.Th scope="row" fw={400}>
              <Text size="xs" c="dimmed">
                {t(`shell:resources.${cell.resource}`)}
              </Text>
              {t(`action.${cell.action}`)}
            </Table.Th>
            <Table.Td>{t(`scope.${cell.left}`)}</Table.Td>
            <Table.Td>{t(`scope.${cell.right}`)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
