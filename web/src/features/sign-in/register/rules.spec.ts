import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import { PersonType } from '@/api/schema'
import { registerErrors } from './rules'
import { asksForIe, emptyRegistration, type RegisterValues, registrationOf } from './values'

/** Each text is its own code. */
const t = ((key: string) => key.replace('codes:', '')) as TFunction<['codes']>

const COMPLETE: RegisterValues = {
  ...emptyRegistration(32),
  name: 'Íris Prado',
  phone: '+5581987654321',
  postcode: '50050-000',
  address_1: 'Rua da Aurora',
  state_id: 16,
  city: 'Recife',
  email: ' Iris@Aurora.test ',
  password: 'a-password',
  password_confirmation: 'a-password',
}

const passwordRule = { min_length: 6, letters_and_digits: false, refuse_breached: true }

const errors = (changes: Partial<RegisterValues>, hasStates = true) =>
  registerErrors({ ...COMPLETE, ...changes }, { hasStates, today: '2026-11-21', passwordRule }, t)

it('an empty form misses what the server asks for, in the order of the form', () => {
  const circumstances = { hasStates: true, today: '2026-11-21', passwordRule }
  const missing = registerErrors(emptyRegistration(32), circumstances, t)
  expect(Object.keys(missing)).toEqual([
    'name',
    'phone',
    'postcode',
    'address_1',
    'state_id',
    'city',
    'email',
    'password',
    'password_confirmation',
  ])
  expect(new Set(Object.values(missing))).toEqual(new Set(['required']))
})

it('a complete one has nothing wrong; a state is asked for only where there are any', () => {
  expect(errors({})).toEqual({})
  expect(errors({ state_id: null })).toEqual({ state_id: 'required' })
  expect(errors({ state_id: null, country_id: 99 }, false)).toEqual({})
})

it('who signs in by a provider is asked for no password', () => {
  const circumstances = { hasStates: true, today: '2026-11-21', passwordRule: undefined }
  const social = { ...COMPLETE, password: '', password_confirmation: '' }
  expect(registerErrors(social, circumstances, t)).toEqual({})
  expect(registerErrors({ ...social, email: '' }, circumstances, t)).toEqual({ email: 'required' })
})

it('a tax number is held to its digits where they are known', () => {
  expect(errors({ tax_id: '52998224726' })).toEqual({ tax_id: 'invalid_cpf' })
  expect(errors({ tax_id: '52998224726', document_type: 2 })).toEqual({})
  expect(errors({ person_type: PersonType.Company, tax_id: '12ABC34501DE36' })).toEqual({
    tax_id: 'invalid_cnpj',
  })
  expect(errors({ person_type: PersonType.Company, tax_id: '12ABC34501DE35' })).toEqual({})
  const chosenBefore = {
    person_type: PersonType.Company,
    document_type: 2,
    tax_id: '12ABC34501DE36',
  } as const
  expect(errors(chosenBefore)).toEqual({ tax_id: 'invalid_cnpj' })
  expect(errors({ tax_id: 'X', country_id: 99 })).toEqual({})
})

it('a person is eighteen; a company has no birthday', () => {
  expect(errors({ birthday: '2008-11-21' })).toEqual({})
  expect(errors({ birthday: '2008-11-22' })).toEqual({ birthday: 'too_young' })
  expect(errors({ birthday: '22/11' })).toEqual({ birthday: 'not_a_date' })
  expect(errors({ person_type: PersonType.Company, birthday: '2008-11-22' })).toEqual({})
})

it('phone, postcode, e-mail and passwords have a shape', () => {
  expect(
    errors({ phone: '+5512', postcode: '123', email: 'iris', password: '12345', password_confirmation: '1' }),
  ).toEqual({
    phone: 'invalid_phone',
    postcode: 'invalid_postcode',
    email: 'invalid_email',
    password: 'too_short',
    password_confirmation: 'confirmation_differs',
  })
})

it('what was typed before the kind of client changed is not sent', () => {
  const typed = {
    ...COMPLETE,
    birthday: '1990-05-01',
    responsible: 'Íris',
    trading_name: 'Aurora',
    br_ie: '1',
  }
  const person = registrationOf({ ...typed, person_type: PersonType.Person }, 'es')
  expect(person).toMatchObject({ birthday: '1990-05-01', email: 'iris@aurora.test', language: 'es' })
  expect([person.responsible, person.trading_name, person.br_ie]).toEqual([undefined, undefined, undefined])
  const company = registrationOf({ ...typed, person_type: PersonType.Company }, 'es')
  expect([company.birthday, company.responsible, company.br_ie]).toEqual([undefined, 'Íris', '1'])
  expect(asksForIe({ ...typed, person_type: PersonType.Company, country_id: 99 })).toBe(false)
})
