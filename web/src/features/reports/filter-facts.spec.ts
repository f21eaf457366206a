import { createInstance } from 'i18next'
import { expect, it } from 'vitest'
import reports from '@/locales/en/reports.json'
import { createFormat } from '@/ui/format'
import { exportedFacts } from './export-form'
import { chosenFilters, findFilterFacts } from './filter-facts'

const i18n = createInstance({ lng: 'en', resources: { en: { reports } }, defaultNS: 'reports' })
await i18n.init()
const t = i18n.getFixedT('en', 'reports') as never

const view = {
  key: 'shipments',
  filters: ['status', 'direction', 'include_inactive', 'country'],
  countries: [],
  periods: ['created_at'],
} as never

it('says in words what is filtered', async () => {
  const query = { status: '90,93', direction: 'export', include_inactive: true } as const
  expect(await findFilterFacts(t, 'en', query, view)).toEqual([
    { label: 'Rows', text: 'Shipments' },
    { label: 'Status', text: 'Delivered, Returned' },
    { label: 'Direction', text: 'Export' },
    { label: 'Include canceled and empty', text: 'Yes' },
  ])
})

it('says that nothing is filtered, and which day the period is about', async () => {
  expect(await findFilterFacts(t, 'en', { from: '2026-10-01' }, view)).toEqual([
    { label: 'Rows', text: 'Shipments' },
    { label: 'Period by', text: 'Created' },
    { label: 'Filters', text: 'None' },
  ])
})

it('counts the countries that a report has by itself as chosen', () => {
  const own = { filters: ['country'], countries: ['BR', 'CL'] } as never
  expect(chosenFilters(own, {})).toEqual([['country', 'BR,CL']])
  expect(chosenFilters(own, { country: '' })).toEqual([['country', '']])
  expect(chosenFilters(view, {})).toEqual([])
})

it('begins a workbook with whose it is, and says who made it', () => {
  const about = { company: 'Atlântico', user: 'Ana', title: 'Shipments', query: {}, zone: 'UTC', filters: [] }
  const format = createFormat({
    locale: 'en-GB',
    timeZone: 'UTC',
    currency: 'USD',
    weightUnit: 10,
    sizeUnit: 10,
  })
  const facts = exportedFacts({ t, format }, about)
  expect(facts.map(({ label }) => label)).toEqual(['Company', 'Report', 'Time zone', 'Made at', 'Made by'])
  expect(facts[0]?.text).toBe('Atlântico')
})
