import { IconTrash, IconUser } from '@tabler/icons-react'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import { renderPage } from '../../../test/render'
import type { Column, Selection } from './columns'
import { DataTable, type DataTableProps, type ListResult } from './DataTable'
import { listSpec, oneOf } from './list-spec'
import { useListParams } from './useListParams'

type Person = { id: string; name: string; city: string }

const people: Person[] = ['Ana', 'Bruno', 'Carla', 'Davi'].map((name, at) => ({
  id: String(at + 1),
  name,
  city: `City ${at}`,
}))

const spec = listSpec({ name: 'people', sortable: ['name', 'city'], filters: { status: oneOf([1, 2]) } })

const columns: Column<Person>[] = [
  { id: 'name', header: 'Name', main: true, sortable: true, cell: (row) => row.name },
  { id: 'city', header: 'City', sortable: true, cell: (row) => row.city },
  { id: 'extra', header: 'Extra', optional: true, cell: () => 'extra' },
]

const loaded = (rows: Person[], total = rows.length): ListResult<Person> => ({
  data: { data: rows, meta: { total, total_capped: false } },
  error: null,
  isFetching: false,
  isPlaceholderData: false,
  refetch: vi.fn(),
})

type Props = Partial<DataTableProps<Person>>

function Table({ result = loaded(people), ...props }: Props) {
  const list = useListParams(spec)
  return (
    <DataTable
      label="People"
      result={result}
      list={list}
      columns={columns}
      rowLabel={(row) => row.name}
      rowTo={(row) => `/elsewhere/${row.id}`}
      empty={{ icon: IconUser, title: 'Nobody yet' }}
      {...props}
    />
  )
}

const show = (props: Props = {}, at = '/') =>
  renderPage(() => <Table {...props} />, { at, validateSearch: spec.validate as never })

const sortOf = (name: string) => screen.getByRole('columnheader', { name }).getAttribute('aria-sort')
const box = (name: string) => screen.getByRole('checkbox', { name })

it('the mouse on a text that is cut off tells the whole of it', async () => {
  show()
  const [cut, whole] = [await screen.findByText('City 0'), screen.getByText('City 1')]
  Object.defineProperty(cut, 'scrollWidth', { value: 200 })
  await userEvent.hover(cut)
  await userEvent.hover(whole)
  expect(cut).toHaveAttribute('title', 'City 0')
  expect(whole).toHaveAttribute('title', '')
})

describe('sorting', () => {
  it('goes ascending, descending, none, and the address follows', async () => {
    const { search } = await show()
    const button = screen.getByRole('button', { name: 'Name' })

    await userEvent.click(button)
    await waitFor(() => expect(search()).toContain('sort=name'))
    expect(sortOf('Name')).toBe('ascending')

    await userEvent.click(screen.getByRole('button', { name: 'Name' }))
    await waitFor(() => expect(search()).toContain('sort=-name'))
    expect(sortOf('Name')).toBe('descending')

    await userEvent.click(screen.getByRole('button', { name: 'Name' }))
    await waitFor(() => expect(search()).not.toContain('name'))
    expect(sortOf('Name')).toBe('none')
  })

  it('takes a second column with Shift', async () => {
    const { search } = await show({}, '/?sort=-name')
    const user = userEvent.setup()
    await user.keyboard('{Shift>}')
    await user.click(screen.getByRole('button', { name: 'City' }))
    await user.keyboard('{/Shift}')
    await waitFor(() => expect(decodeURIComponent(search())).toContain('sort=-name,city'))
  })
})

describe('selection', () => {
  const bulk = (selection: Selection) => [
    { label: `Delete ${selection.all ? 'all' : selection.ids.join('+')}`, icon: IconTrash, run: () => {} },
  ]

  it('offers its verbs as soon as a row is chosen', async () => {
    await show({ bulk })
    expect(screen.queryByRole('button', { name: /Delete/ })).toBeNull()
    await userEvent.click(box('Select Bruno'))
    expect(screen.getByRole('button', { name: 'Delete 2' })).toBeVisible()
    expect(screen.getByText('1 selected')).toBeVisible()
  })

  it('takes a range with Shift', async () => {
    await show({ bulk })
    const user = userEvent.setup()
    await user.click(box('Select Ana'))
    await user.keyboard('{Shift>}')
    await user.click(box('Select Carla'))
    await user.keyboard('{/Shift}')
    expect(screen.getByRole('button', { name: 'Delete 1+2+3' })).toBeVisible()
    expect(box('Select Davi')).not.toBeChecked()
  })

  it('offers all that match once the page is full', async () => {
    await show({ bulk, result: loaded(people, 1204) })
    await userEvent.click(box('Select all on this page'))
    await userEvent.click(screen.getByRole('button', { name: 'Select all 1,204' }))
    expect(screen.getByText('All 1,204 selected')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Delete all' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Clear selection' }))
    expect(box('Select Ana')).not.toBeChecked()
  })

  it('goes back to the page, without the row that is taken out of all that match', async () => {
    await show({ bulk, result: loaded(people, 1204) })
    await userEvent.click(box('Select all on this page'))
    await userEvent.click(screen.getByRole('button', { name: 'Select all 1,204' }))
    await userEvent.click(box('Select Bruno'))
    expect(screen.getByRole('button', { name: 'Delete 1+3+4' })).toBeVisible()
    expect(screen.getByText('3 selected')).toBeVisible()
  })

  it('hands over the rows themselves', async () => {
    const names = vi.fn((_: string[]) => {})
    await show({
      bulk: ({ rows }) => [
        { label: 'Greet', icon: IconUser, run: () => names(rows.map(({ name }) => name)) },
      ],
    })
    await userEvent.click(box('Select Ana'))
    await userEvent.click(box('Select Davi'))
    await userEvent.click(screen.getByRole('button', { name: 'Greet' }))
    expect(names).toHaveBeenCalledWith(['Ana', 'Davi'])
  })

  it('does not outlive the filters it was made under', async () => {
    const { router } = await show({ bulk })
    await userEvent.click(box('Select Ana'))
    await router.navigate({ to: '/', search: { status: 2 } as never })
    await waitFor(() => expect(box('Select Ana')).not.toBeChecked())
  })
})

describe('states', () => {
  it('keeps a row of skeletons for every row to come', async () => {
    await show({ result: { ...loaded([]), data: undefined, isFetching: true } })
    expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true')
    expect(screen.getAllByRole('row')).toHaveLength(1 + 25)
  })

  it('says why it failed and tries again', async () => {
    const refetch = vi.fn()
    await show({ result: { ...loaded([]), data: undefined, error: new ApiError(0), refetch } })
    expect(screen.getByRole('alert')).toHaveTextContent('Could not reach the server')
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(refetch).toHaveBeenCalledOnce()
  })

  it('tells apart that there is nothing and that nothing matches', async () => {
    const { unmount } = await show({ result: loaded([]) })
    expect(screen.getByText('Nobody yet')).toBeVisible()
    unmount()
    const { search } = await show({ result: loaded([]) }, '/?search=zzz')
    expect(screen.getByText('No results for “zzz”')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(search()).not.toContain('zzz'))
  })
})

describe('rows', () => {
  it('are real links', async () => {
    await show()
    expect(screen.getByRole('link', { name: 'Carla' })).toHaveAttribute('href', '/elsewhere/3')
  })

  it('open by a click beside the link', async () => {
    const { router } = await show()
    await userEvent.click(screen.getByText('City 1'))
    await waitFor(() => expect(router.state.location.pathname).toBe('/elsewhere/2'))
  })

  it('walk by j and k, are chosen by x, opened by Enter', async () => {
    const { router } = await show({ bulk: () => [] })
    await userEvent.keyboard('jjk')
    expect(document.activeElement).toHaveTextContent('Ana')
    await userEvent.keyboard('jx')
    expect(box('Select Bruno')).toBeChecked()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe('/elsewhere/2'))
  })

  it('leave single keys alone when these are switched off', async () => {
    localStorage.setItem('remessa-single-keys-off', '1')
    await show()
    await userEvent.keyboard('j')
    expect(document.activeElement).toBe(document.body)
  })
})

describe('the menu of a row', () => {
  const run = vi.fn()
  const menu = (row: Person) => [
    { label: `Greet ${row.name}`, icon: IconUser, run },
    { label: 'Delete', icon: IconTrash, run, danger: true, refused: 'It is in use' },
  ]

  it('opens by its button, runs, and gives the focus back', async () => {
    await show({ menu })
    const button = screen.getByRole('button', { name: 'Actions for Davi' })
    await userEvent.click(button)
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Greet Davi' }))
    expect(run).toHaveBeenCalledOnce()
    await waitFor(() => expect(button).toHaveFocus())
  })

  it('opens by a right click and by Shift+F10', async () => {
    await show({ menu })
    await userEvent.pointer({ keys: '[MouseRight]', target: screen.getByText('City 0') })
    expect(await screen.findByRole('menuitem', { name: 'Greet Ana' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await userEvent.keyboard('jj{Shift>}{F10}{/Shift}')
    expect(await screen.findByRole('menuitem', { name: /Greet/ })).toBeVisible()
  })

  it('shows what is refused together with the reason', async () => {
    await show({ menu })
    run.mockClear()
    await userEvent.click(screen.getByRole('button', { name: 'Actions for Ana' }))
    const entry = await screen.findByRole('menuitem', { name: /Delete/ })
    expect(within(entry).getByText('It is in use')).toBeVisible()
    await userEvent.click(entry)
    expect(run).not.toHaveBeenCalled()
  })
})

describe('columns', () => {
  it('are chosen, and the choice is in the address and remembered', async () => {
    const { search, unmount } = await show()
    expect(screen.queryByRole('columnheader', { name: 'Extra' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Extra' }))
    await waitFor(() => expect(decodeURIComponent(search())).toContain('columns=name,city,extra'))
    unmount()
    await show()
    expect(screen.getByRole('columnheader', { name: 'Extra' })).toBeVisible()
  })

  it('come in the order of the address, never without the main one', async () => {
    await show({}, '/?columns=extra,city')
    const names = screen.getAllByRole('columnheader').map((head) => head.textContent)
    expect(names).toEqual(['Name', 'Extra', 'City'])
  })

  it('come at once with the rows, when it is known which were chosen', async () => {
    const { unmount } = await show({ isPending: true })
    expect(screen.queryByRole('columnheader', { name: 'City' })).toBeNull()
    expect(screen.queryByText('Ana')).toBeNull()
    expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true')
    unmount()
    await show({ choice: { value: { visible: ['name'] }, onChange: vi.fn() } })
    expect(screen.getByText('Ana')).toBeVisible()
    expect(screen.queryByRole('columnheader', { name: 'City' })).toBeNull()
  })

  it('keep the focus while they are chosen and moved', async () => {
    await show()
    const button = screen.getByRole('button', { name: 'Columns' })
    await userEvent.click(button)
    const extra = await screen.findByRole('checkbox', { name: 'Extra' })
    await userEvent.click(extra)
    await waitFor(() => expect(screen.getByRole('columnheader', { name: 'Extra' })).toBeVisible())
    expect(extra).toHaveFocus()
    const down = screen.getByRole('button', { name: 'Move City down' })
    await userEvent.click(down)
    await waitFor(() => expect(down).toHaveFocus())
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(button).toHaveFocus())
  })

  it('grow and shrink by the keyboard', async () => {
    await show()
    const button = screen.getByRole('button', { name: 'City' })
    button.focus()
    await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}')
    const kept = JSON.parse(localStorage.getItem('remessa-columns-people') ?? '{}')
    expect(kept.widths.city).toBe(184)
  })
})
