import { Anchor, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { PriceRefusalCode, Profile } from '@/api/schema'
import { AskCompany } from '@/blocks/AskCompany'
import { paths } from '@/context/paths'
import { currentProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'

type Way = {
  entry: keyof Profile['menu']
  /** The right without which the page cannot add what is missing. */
  right?: keyof Profile['can']
  name: 'price_assignment' | 'price_table' | 'exchange_rate' | 'fuel_rate'
  to: string
}

/** Where the company adds what a price lacks. */
const WAYS: Partial<Record<PriceRefusalCode, Way>> = {
  no_table: { entry: 'price_assignments', name: 'price_assignment', to: paths['price_assignments.index']() },
  no_price: { entry: 'price_tables', name: 'price_table', to: paths['price_tables.index']() },
  no_exchange_rate: {
    entry: 'exchange_rates',
    right: 'exchange_rate.create',
    name: 'exchange_rate',
    to: paths['exchange_rates.index'](),
  },
  no_fuel_rate: { entry: 'fuel_rates', name: 'fuel_rate', to: paths['fuel_rates.index']() },
}

/** Behind a reason, for those who can change it. Visitors see this too, so nobody needs to be signed in. */
export function WayOn({ code }: { code: PriceRefusalCode }) {
  const { t } = useTranslation('shell')
  const profile = currentProfile(useQueryClient())
  const way = WAYS[code]
  if (!way || !profile?.menu[way.entry] || (way.right && !profile.can[way.right])) return null
  return (
    <Anchor component={AppLink} to={way.to} size="sm">
      {t(`resources.${way.name}`)}
    </Anchor>
  )
}

type AskForRateProps = { codes: readonly PriceRefusalCode[]; shipmentId?: string }

/** Below the reasons: people from outside ask the company for the rate of exchange that it lacks. */
export function AskForRate({ codes, shipmentId }: AskForRateProps) {
  const isSignedIn = currentProfile(useQueryClient()) !== undefined
  if (!isSignedIn || !codes.includes('no_exchange_rate')) return null
  return <AskCompany {...(shipmentId && { shipmentId })} />
}

/** The reasons in what the server says of a shipment without a price. */
export const refusalCodesOf = (params: unknown) =>
  (params as { reasons?: PriceRefusalCode[] } | null)?.reasons ?? []

/** Beside shipments that were refused together: each way once. */
export function WaysOn({ codes }: { codes: readonly PriceRefusalCode[] }) {
  return (
    <Group gap="xs">
      {[...new Set(codes)].map((code) => (
        <WayOn key={code} code={code} />
      ))}
      <AskForRate codes={codes} />
    </Group>
  )
}
