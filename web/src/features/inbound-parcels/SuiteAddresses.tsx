import { ActionIcon, Button, CopyButton, Group, Text } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { InboundParcelDestination, ParcelRate } from '@/api/schema'
import { type Format, useFormat } from '@/ui/format'
import { Money } from '@/ui/Money'
import { PageCard } from '@/ui/PageCard'
import classes from './InboundParcels.module.css'

/** The client's own address in each warehouse, line by line, to give to a shop. */
export function SuiteAddresses({ places }: { places: InboundParcelDestination[] }) {
  if (places.length === 0) return null
  return (
    <div className={classes.places}>
      {places.map((place) => (
        <SuiteAddress key={place.warehouse_id} place={place} />
      ))}
    </div>
  )
}

function SuiteAddress({ place }: { place: InboundParcelDestination }) {
  const { t } = useTranslation('inbound-parcels')
  return (
    <PageCard title={t('address.title', { warehouse: place.name })}>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
      <ul role="list" className={classes.lines}>
        {place.lines.map((line) => (
          <li key={line} className={classes.line}>
            <span>{line}</span>
            <CopyButton value={line}>
              {({ copied, copy }) => (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('address.copyLine', { line })}
                  title={copied ? t('address.copied') : t('address.copy')}
                  onClick={copy}
                >
                  {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
                </ActionIcon>
              )}
            </CopyButton>
          </li>
        ))}
      </ul>
      <Group gap="sm" justify="space-between">
        <Text size="xs" c="dimmed">
          <Terms place={place} />
        </Text>
        <CopyButton value={place.lines.join('\n')}>
          {({ copied, copy }) => (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t('address.copyAllOf', { warehouse: place.name })}
              leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
              onClick={copy}
            >
              {copied ? t('address.copied') : t('address.copyAll')}
            </Button>
          )}
        </CopyButton>
      </Group>
    </PageCard>
  )
}

/** What the storage costs there. */
function Terms({ place }: { place: InboundParcelDestination }) {
  const { t } = useTranslation('inbound-parcels')
  const format = useFormat()
  return (
    <>
      {t('terms.free', { count: place.free_days })}{' '}
      {Number(place.fee_per_day) > 0 && (
        <>
          {t('terms.then')} <Money amount={place.fee_per_day} currency={place.currency} />
        </>
      )}
      {place.rates.map((rate) => (
        <span key={`${rate.max_weight_g} ${rate.max_side_mm}`} className={classes.rate}>
          {limitOf(rate, t, format)} <Money amount={rate.fee_per_day} currency={place.currency} />
        </span>
      ))}
    </>
  )
}

/** Which parcels a rate is for. */
function limitOf({ max_weight_g, max_side_mm }: ParcelRate, t: TFunction<'inbound-parcels'>, format: Format) {
  const limits = [max_weight_g && format.weight(max_weight_g), max_side_mm && format.size(max_side_mm)]
  const limit = limits.filter(Boolean).join(' · ')
  return limit ? t('terms.upTo', { limit }) : t('terms.all')
}
