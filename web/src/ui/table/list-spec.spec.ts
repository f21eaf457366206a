import { describe, expect, it } from 'vitest'
import { day, listSpec, oneOf } from './list-spec'

const spec = listSpec({
  name: 'things',
  sortable: ['name', 'created_at'],
  filters: { status: oneOf([0, 10, 20]), since: day },
  defaults: { sort: '-created_at' },
})
const read = (raw: Record<string, unknown>) => spec.validate(raw as never)

describe('the address of a list', () => {
  it('gives the defaults when it says nothing', () => {
    expect(read({})).toMatchObject({ page: 1, per_page: 25, sort: '-created_at', search: '' })
  })

  it('gives back what it says', () => {
    expect(
      read({ page: '3', per_page: '100', sort: 'name,-created_at', search: 'x', status: '0' }),
    ).toMatchObject({
      page: 3,
      per_page: 100,
      sort: 'name,-created_at',
      search: 'x',
      status: 0,
    })
  })

  it('forgets what makes no sense', () => {
    expect(read({ page: '-1', per_page: '7', sort: 'secret', status: '99', since: 'soon' })).toMatchObject({
      page: 1,
      per_page: 25,
      sort: '',
      status: undefined,
      since: undefined,
    })
  })
})
