import { useForm } from '@mantine/form'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Choices } from '@/api/useChoices'
import { renderPage } from '../../../../test/render'
import { GeneralSection } from './GeneralSection'
import { useFields } from './useFields'
import { emptyRegistration } from './values'

const country = (id: number, document_required: boolean): Choices['countries'][number] => ({
  id,
  alpha2: 'XX',
  active: true,
  ships_from: true,
  ships_to: true,
  document_required,
  label: `Country ${id}`,
  notice: '',
})

const CHOICES: Choices = { countries: [country(32, true), country(82, false)], codes: [] }

function Section({ countryId }: { countryId: number }) {
  const fields = useFields(useForm({ initialValues: emptyRegistration(countryId) }))
  return <GeneralSection fields={fields} choices={CHOICES} today="2026-11-21" />
}

it('says of a tax number that customs of the country release nothing without it (AUTH-3)', async () => {
  await renderPage(() => <Section countryId={32} />)
  expect(screen.getByText('Customs release no parcel for you without it.')).toBeInTheDocument()
  expect(screen.getByLabelText('CPF')).not.toBeRequired()
})

it('asks for no more of a country whose customs need none', async () => {
  await renderPage(() => <Section countryId={82} />)
  expect(screen.queryByText('Customs release no parcel for you without it.')).not.toBeInTheDocument()
})
