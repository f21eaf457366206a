import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Notification, NotificationAction } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { renderPage } from '../../../test/render'
import { ActionButtons } from './ActionButtons'

const ID = '0198c000-0000-7000-8000-000000000000'

const BLANK: NotificationAction = {
  label: 'dismiss',
  route: null,
  route_params: null,
  route_query: null,
  route_hash: null,
  redirect: null,
  close: false,
  file: null,
  refresh: false,
  command: null,
  refresh_after: false,
  redirect_after: null,
  target: null,
}

const calls: string[] = []
const opened = vi.fn()
const assigned = vi.fn()
let status = 200

beforeEach(() => {
  calls.length = 0
  status = 200
  vi.spyOn(window, 'open').mockImplementation(opened)
  vi.spyOn(window.location, 'assign').mockImplementation(assigned)
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    calls.push(`${method} ${url}`)
    const isCommand = url.startsWith('/api/background_tasks')
    return new Response('{"data":{}}', {
      status: isCommand ? status : 200,
      headers: { 'Content-Type': 'application/json' },
    })
  })
})

afterEach(() => {
  vi.restoreAllMocks()
  opened.mockReset()
  assigned.mockReset()
})

/** Follows an action, and waits until the notification is marked as read. */
async function follow(fields: Partial<NotificationAction>, waits = true) {
  const notification = {
    id: ID,
    read_at: null,
    data: {
      code: 'labels_ready',
      params: {},
      notification_status: 'success',
      actions: [{ ...BLANK, ...fields }],
    },
  } as unknown as Notification
  const onClose = vi.fn()
  const { router } = await renderPage(() => (
    <ActionButtons notification={notification} title="Labels" onClose={onClose} />
  ))
  await userEvent.click(screen.getByRole('button'))
  if (waits) await waitFor(() => expect(calls).toContain(`POST /api/notifications/${ID}/read`))
  return { onClose, router }
}

const REFUSED = 'This action is not allowed.'

it('a route opens its screen here and closes the notification shortly after', async () => {
  const { onClose, router } = await follow({
    route: 'shipments.show',
    route_params: { id: ID },
    route_query: { tab: 'events' },
    route_hash: 'last',
  })
  expect(router.history.location.href).toBe(`/shipments/${ID}?tab=events#last`)
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

it('a route can open in a new tab', async () => {
  const { onClose, router } = await follow({ route: 'processes', target: '_blank' })
  expect(opened).toHaveBeenCalledWith('/processes', '_blank', 'noopener')
  expect(router.history.location.href).toBe('/')
  expect(onClose).not.toHaveBeenCalled()
})

it('a redirect leaves for a page of ours', async () => {
  await follow({ redirect: '/shipments?status=40' })
  expect(assigned).toHaveBeenCalledWith('/shipments?status=40')
})

it('a file opens in a new tab, under the prefix of the API', async () => {
  await follow({ file: `/background_tasks/${ID}/file` })
  expect(opened).toHaveBeenCalledWith(`/api/background_tasks/${ID}/file`, '_blank', 'noopener')
})

it('close only closes', async () => {
  const { onClose } = await follow({ close: true })
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(opened).not.toHaveBeenCalled()
  expect(assigned).not.toHaveBeenCalled()
})

it('a command given as text is a GET', async () => {
  await follow({ command: '/background_tasks/latest' })
  expect(calls[0]).toBe('GET /api/background_tasks/latest')
})

it('a command has its method, and goes on afterwards', async () => {
  await follow({
    command: { method: 'POST', url: `/background_tasks/${ID}/retry` },
    redirect_after: '/processes',
    refresh_after: true,
  })
  expect(calls[0]).toBe(`POST /api/background_tasks/${ID}/retry`)
  expect(assigned).toHaveBeenCalledWith('/processes')
})

it('a command that fails says why and goes nowhere', async () => {
  status = 409
  const failure = vi.spyOn(notify, 'failure').mockImplementation(() => {})
  await follow({ command: '/background_tasks/latest', redirect_after: '/processes' }, false)
  await waitFor(() => expect(failure).toHaveBeenCalledOnce())
  expect(assigned).not.toHaveBeenCalled()
  expect(calls).toHaveLength(1)
})

it.each<[string, Partial<NotificationAction>]>([
  ['redirect', { redirect: '//evil.test' }],
  ['redirect_after', { command: '/background_tasks/latest', redirect_after: 'https://evil.test' }],
  ['file', { file: '/\\evil.test' }],
  ['command', { command: '/../evil' }],
  ['call', { command: { method: 'POST', url: '/a@evil.test' } }],
])('a hostile %s is refused and not followed', async (_, fields) => {
  const error = vi.spyOn(notify, 'error').mockImplementation(() => '')
  await follow(fields, false)
  await waitFor(() => expect(error).toHaveBeenCalledWith(REFUSED))
  expect(calls).toEqual([])
  expect(opened).not.toHaveBeenCalled()
  expect(assigned).not.toHaveBeenCalled()
})

it('a label without a text has no button', async () => {
  const notification = {
    id: ID,
    data: { actions: [{ ...BLANK, label: 'from_a_newer_server' }] },
  } as unknown as Notification
  await renderPage(() => <ActionButtons notification={notification} title="Labels" />)
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
})
