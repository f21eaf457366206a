import { Button, CloseButton, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '@/ui/format'
import { PageCard } from '@/ui/PageCard'
import classes from './Receiving.module.css'
import type { Receiving } from './useReceiving'
import { isUnsent, type UnsentParcel } from './useUnsentParcels'

/** Parcels that the server does not know yet, and what it said later about others. */
export function UnsentParcels({ receiving }: { receiving: Receiving }) {
  const { t } = useTranslation('receiving')
  const { parcels } = receiving.unsent
  if (parcels.length === 0) return null
  const count = parcels.filter(isUnsent).length
  return (
    <PageCard title={t('unsent.title')}>
      <Stack gap="sm">
        {count > 0 && (
          <Text role="status" size="sm" fw={600} c="orange">
            {t('unsent.count', { count })}
          </Text>
        )}
        {count > 0 && <Text size="sm">{t('unsent.text')}</Text>}
        {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
        <ul role="list" aria-label={t('unsent.title')} className={classes.list}>
          {parcels.map((parcel) => (
            <li key={parcel.id} className={classes.line}>
              <Row parcel={parcel} receiving={receiving} />
            </li>
          ))}
        </ul>
      </Stack>
    </PageCard>
  )
}

function Row({ parcel, receiving: { unsent, drop } }: { parcel: UnsentParcel; receiving: Receiving }) {
  const { t } = useTranslation('receiving')
  const format = useFormat()
  const { id, code, scan, measure, refusal, notes = [] } = parcel
  const isWaiting = isUnsent(parcel)
  const told = [...notes, refusal ?? (isWaiting ? t('unsent.waiting') : undefined)].filter(Boolean)
  return (
    <>
      <span>
        {code}
        {measure && ` · ${format.weight(measure.weight_g)}`}
        <Text size="sm" c={refusal ? 'red' : isWaiting ? 'dimmed' : 'orange'}>
          {told.join(' ')}
        </Text>
      </span>
      {!isWaiting && (
        <Group gap={4} justify="flex-end">
          {parcel.isUnknown && scan && (
            <Button size="compact-sm" variant="default" onClick={() => unsent.keep(id)}>
              {t('keepUnknown')}
            </Button>
          )}
          {(scan || measure) && (
            <Button size="compact-sm" variant="default" onClick={() => unsent.sendAgain(id)}>
              {t('unsent.again')}
            </Button>
          )}
        </Group>
      )}
      {!isWaiting && (
        <CloseButton
          size="sm"
          className={classes.cross}
          aria-label={t('unsent.remove', { code })}
          onClick={() => drop(id)}
        />
      )}
    </>
  )
}
