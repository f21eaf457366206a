import { describe, expect, it } from 'vitest'
import { chooseTarget, type LabelStation, PDF, parseStation, printerTarget } from './station'

const station = (part: Partial<LabelStation> = {}): LabelStation => ({ ...parseStation(null), ...part })

describe('where a label goes', () => {
  it('is a PDF unless somebody chose otherwise', () => {
    expect(chooseTarget(undefined, station())).toEqual(PDF)
    expect(chooseTarget('pdf', station({ way: 'usb' }))).toEqual(PDF)
  })

  it('is what the account says, unless the station has a format of its own', () => {
    expect(chooseTarget('zpl_300', station())).toEqual({ format: 'zpl_300', way: 'file' })
    expect(chooseTarget('zpl_300', station({ format: 'zpl_203', way: 'serial' }))).toEqual({
      format: 'zpl_203',
      way: 'serial',
    })
    expect(chooseTarget('zpl_300', station({ format: 'pdf' }))).toEqual(PDF)
  })

  it('is the printer only where one was connected', () => {
    const device = { vendor: 2655, product: 7 }
    expect(printerTarget('zpl_300', station({ way: 'usb' }))).toBeUndefined()
    expect(printerTarget('zpl_300', station({ device }))).toBeUndefined()
    expect(printerTarget('zpl_300', station({ way: 'usb', device }))).toEqual({
      format: 'zpl_300',
      way: 'usb',
    })
    // A printer of labels reads no PDF.
    expect(printerTarget('pdf', station({ way: 'usb', device }))?.format).toBe('zpl_203')
  })
})

it('an unreadable station is a new one', () => {
  for (const text of [undefined, '', 'no', '7', 'null', '{"format":"epl","way":"fax","baud":1,"device":3}'])
    expect({ ...parseStation(text), device: null }).toEqual(station())
  expect(parseStation('{"format":"zpl_203","way":"usb","baud":115200,"device":{"vendor":2655}}')).toEqual({
    format: 'zpl_203',
    way: 'usb',
    baud: 115200,
    device: { vendor: 2655, product: undefined },
  })
})
