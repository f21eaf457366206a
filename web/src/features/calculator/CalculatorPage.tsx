import { Button, Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { quoteChoose, quoteCreate, useQuoteCalculate } from '@/api/generated/endpoints/quotes/quotes'
import type { QuoteOffer } from '@/api/schema'
import { AskCompany } from '@/blocks/AskCompany'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { ClientChoice } from '@/shared/choices/RecordChoice'
import { useOfferTitle } from '@/shared/pricing/OfferFacts'
import { notify } from '@/ui/dialogs/notify'
import { useFormat } from '@/ui/format'
import { ResourcePage } from '@/ui/ResourcePage'
import { Calculator } from './Calculator'
import type { CalculatorFields } from './CalculatorForm'
import type { CalculatorSearch } from './search'
import { useAsked } from './useAsked'
import { type CalculatorValues, inputOf } from './values'

type Props = { search: CalculatorSearch; onSearch(search: CalculatorSearch): void }

/** The prices of all services for a shipment that does not exist yet. */
export function CalculatorPage({ search, onSearch }: Props) {
  const { t } = useTranslation('calculator')
  const { can } = useProfile()
  const { preferences } = useFormat()
  const calculator = useAsked(search, onSearch)
  const result = useQuoteCalculate(inputOf(calculator.asked, preferences), {
    query: { enabled: calculator.isAsked, retry: false },
    request: { quiet: true },
  })
  return (
    <ResourcePage title={t('title')} text={t('text')}>
      <Calculator
        calculator={calculator}
        result={result}
        help={<AskCompany />}
        first={(fields) => can['client.select'] && <Client fields={fields} />}
        action={(offer) => (
          <Group gap="xs" ml="auto">
            <Save offer={offer} asked={calculator.asked} />
            <Ship offer={offer} asked={calculator.asked} />
          </Group>
        )}
      />
    </ResourcePage>
  )
}

/** Whose prices apply. */
function Client({ fields }: { fields: CalculatorFields }) {
  const { t } = useTranslation('calculator')
  return (
    <ClientChoice
      {...fields.at('client_id')}
      label={t('field.client_id')}
      placeholder={t('clientText')}
      value={fields.values.client_id}
      onChange={(id) => fields.set('client_id', id)}
    />
  )
}

type OfferProps = { offer: QuoteOffer; asked: CalculatorValues }

/** Saves the price of a service as a quote, to send it or to come back to it. */
function Save({ offer, asked }: OfferProps) {
  const { t } = useTranslation('calculator')
  const { can, menu } = useProfile()
  const { preferences } = useFormat()
  const navigate = useNavigate()
  const title = useOfferTitle()
  const [pending, setPending] = useState(false)
  if (!can['quote.create'] || !menu.quotes) return null

  async function save() {
    setPending(true)
    try {
      const input = { ...inputOf(asked, preferences), service_id: offer.service_id, saved: true }
      const { data: quote } = await quoteCreate(input)
      notify.success(t('saved', { number: quote.number }))
      await navigate({ href: paths['quotes.show'](quote) })
    } catch (error) {
      notify.failure(error)
    }
    setPending(false)
  }

  return (
    <Button
      variant="default"
      loading={pending}
      aria-label={t('saveOf', { service: title(offer) })}
      onClick={() => void save()}
    >
      {t('save')}
    </Button>
  )
}

/** Keeps the quote, and goes on with the shipment that it becomes. */
function Ship({ offer, asked }: OfferProps) {
  const { t } = useTranslation('calculator')
  const { can } = useProfile()
  const { preferences } = useFormat()
  const navigate = useNavigate()
  const title = useOfferTitle()
  const [pending, setPending] = useState(false)
  if (!can['shipment.create'] || !can['quote.create'] || !can['quote.update']) return null

  async function ship() {
    setPending(true)
    try {
      const { data: quote } = await quoteCreate(inputOf(asked, preferences))
      const choice = { service_id: offer.service_id, version: quote.version }
      const { data: chosen } = await quoteChoose(quote.id, choice)
      const id = chosen.shipment_id
      if (id) await navigate({ to: paths['shipments.wizard']({ id, step: 'origin' }) })
    } catch (error) {
      notify.failure(error)
    }
    setPending(false)
  }

  return (
    <Button
      loading={pending}
      aria-label={t('shipWith', { service: title(offer) })}
      onClick={() => void ship()}
    >
      {t('ship')}
    </Button>
  )
}
