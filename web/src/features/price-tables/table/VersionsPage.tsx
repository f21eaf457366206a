import { Button, Skeleton } from '@mantine/core'
import { IconFileStack, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePriceVersionList } from '@/api/generated/endpoints/prices/prices'
import type { PriceTable, PriceVersion } from '@/api/schema'
import { useProfile } from '@/context/session'
import { EmptyState } from '@/ui/EmptyState'
import { ICON_ON_PHONE } from '@/ui/icon-on-phone'
import { LoadFailure } from '@/ui/LoadFailure'
import { NewDraft } from './NewDraft'
import { TablePage } from './TablePage'
import { ValidityLine } from './ValidityLine'
import { VersionCard } from './VersionCard'
import classes from './VersionCard.module.css'

/** The versions of a price table: when each applies, and what can be done with it. */
export function VersionsPage({ id }: { id: string }) {
  const { t } = useTranslation('price-tables')
  const { can } = useProfile()
  const [copied, setCopied] = useState<PriceVersion | 'empty'>()
  return (
    <TablePage
      id={id}
      action={() =>
        can['price_table.create'] && (
          <Button
            classNames={ICON_ON_PHONE}
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setCopied('empty')}
          >
            {t('newDraft.open')}
          </Button>
        )
      }
    >
      {(table) => <Versions table={table} copied={copied} onCopy={setCopied} />}
    </TablePage>
  )
}

type VersionsProps = {
  table: PriceTable
  copied: PriceVersion | 'empty' | undefined
  onCopy(version: PriceVersion | undefined): void
}

function Versions({ table, copied, onCopy }: VersionsProps) {
  const { t } = useTranslation('price-tables')
  const result = usePriceVersionList(table.id, { per_page: 100 })
  if (result.error) return <LoadFailure title={t('failed')} result={result} />
  if (!result.data) return <Skeleton h="40vh" radius="md" />
  const versions = result.data.data
  return (
    <>
      <ValidityLine versions={versions} />
      {versions.length === 0 ? (
        <EmptyState icon={IconFileStack} title={t('noVersions')} text={t('noVersionsText')} />
      ) : (
        <ul className={classes.list}>
          {versions.map((version, at) => (
            <li key={version.id}>
              <VersionCard version={version} older={versions[at + 1]} onCopy={() => onCopy(version)} />
            </li>
          ))}
        </ul>
      )}
      {copied && (
        <NewDraft
          table={table}
          versions={versions}
          from={copied === 'empty' ? (versions[0]?.id ?? null) : copied.id}
          onClose={() => onCopy(undefined)}
        />
      )}
    </>
  )
}
