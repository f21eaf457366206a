import { describe, expect, it } from 'vitest'
import { BRAZIL, documentText } from './party'
import { formatCnpj, formatCpf, isCnpj, isCpf, taxIdText } from './tax-id'

describe('a CPF', () => {
  it('is right by its two check digits', () => {
    expect(isCpf('529.982.247-25')).toBe(true)
    expect(isCpf('529.982.247-26')).toBe(false)
    expect(isCpf('111.111.111-11')).toBe(false)
    expect(isCpf('5299822472')).toBe(false)
  })

  it('gets its marks while it is typed', () => {
    expect(['529', '5299', '529982247', '52998224725'].map(formatCpf)).toEqual([
      '529',
      '529.9',
      '529.982.247',
      '529.982.247-25',
    ])
  })
})

describe('a CNPJ', () => {
  it('is right by its two check digits, with letters too', () => {
    expect(isCnpj('11.222.333/0001-81')).toBe(true)
    expect(isCnpj('12.ABC.345/01DE-35')).toBe(true)
    expect(isCnpj('12.abc.345/01de-35')).toBe(true)
    expect(isCnpj('12.ABC.345/01DE-36')).toBe(false)
    expect(isCnpj('00.000.000/0000-00')).toBe(false)
  })

  it('gets its marks while it is typed', () => {
    expect(['11', '112', '112223330001', '12abc34501de35'].map(formatCnpj)).toEqual([
      '11',
      '11.2',
      '11.222.333/0001',
      '12.ABC.345/01DE-35',
    ])
  })
})

it('writes a stored Brazilian number with its marks, and leaves any other', () => {
  expect(['52998224725', '12ABC34501DE35', 'PT501964843'].map(taxIdText)).toEqual([
    '529.982.247-25',
    '12.ABC.345/01DE-35',
    'PT501964843',
  ])
})

it('writes the marks of Brazil in Brazil only', () => {
  expect(documentText('52998224725', BRAZIL)).toBe('529.982.247-25')
  expect(documentText('52998224725', 178)).toBe('52998224725')
  expect(documentText(null, BRAZIL)).toBeNull()
})
