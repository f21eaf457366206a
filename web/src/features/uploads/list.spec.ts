import { expect, it } from 'vitest'
import { queryOf, uploadList } from './list'

it('asks for deleted files only in their tab', () => {
  expect(queryOf({ ...uploadList.defaults } as never)).not.toHaveProperty('deleted')
  expect(queryOf({ ...uploadList.defaults, state: 'deleted' } as never)).toMatchObject({ deleted: true })
})

it('takes a folder and an audience from the address, and no unknown audience', () => {
  const search = uploadList.validate({ folder: 'Prices', audience: 'everybody' } as never)
  expect([search.folder, search.audience]).toEqual(['Prices', undefined])
})
