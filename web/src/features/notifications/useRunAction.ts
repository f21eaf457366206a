import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { fileUrl, isOwnPath, runCommand } from '@/api/command'
import {
  invalidateNotificationList,
  notificationRead,
} from '@/api/generated/endpoints/notifications/notifications'
import type { Notification, NotificationAction } from '@/api/schema'
import { paths } from '@/context/paths'
import { openRoom } from '@/shared/messenger/room-to-open'
import { notify } from '@/ui/dialogs/notify'

/** A followed notification closes after this many milliseconds. */
const CLOSE_AFTER_MS = 100

/** The address of a screen; undefined when its name or its parameters are not known here. */
export function routeUrl({ route, route_params, route_query, route_hash }: NotificationAction) {
  if (!route || !Object.hasOwn(paths, route)) return undefined
  const path = (paths[route] as (params: Record<string, string>) => string)(route_params ?? {})
  const query = new URLSearchParams(route_query ?? {}).toString()
  const hash = route_hash ? `#${encodeURIComponent(route_hash)}` : ''
  return isOwnPath(path) ? `${path}${query && `?${query}`}${hash}` : undefined
}

/** The paths that an action follows as they are. */
const followed = ({ redirect, redirect_after, file }: NotificationAction) =>
  [redirect, redirect_after, file].filter((path) => path !== null && path !== undefined)

/** Follows the actions of notifications. `close` closes where the notification is shown. */
export function useRunAction() {
  const { t } = useTranslation('notifications')
  const router = useRouter()
  const client = useQueryClient()

  const refresh = () => Promise.all([client.invalidateQueries(), router.invalidate()])

  async function command(action: NotificationAction) {
    if (!action.command) return
    await runCommand(action.command)
    if (action.refresh_after) await refresh()
    if (action.redirect_after) window.location.assign(action.redirect_after)
  }

  function open(action: NotificationAction) {
    const isNewTab = action.target === '_blank'
    const url = routeUrl(action)
    const room = action.label === 'view_messages' ? action.route_query?.room : undefined
    if (typeof room === 'string') return openRoom(room)
    if (action.file) window.open(fileUrl(action.file), '_blank', 'noopener')
    if (url && isNewTab) window.open(url, '_blank', 'noopener')
    else if (url) router.history.push(url)
    if (action.redirect && isNewTab) window.open(action.redirect, '_blank', 'noopener')
    else if (action.redirect) window.location.assign(action.redirect)
  }

  return async ({ id, read_at }: Notification, action: NotificationAction, close?: () => void) => {
    if (!followed(action).every(isOwnPath)) return void notify.error(t('refused'))
    const isElsewhere = action.close || Boolean(routeUrl(action) && action.target !== '_blank')
    if (close && isElsewhere) window.setTimeout(close, CLOSE_AFTER_MS)
    // Before anything is awaited: a browser opens a tab only during the click.
    open(action)
    try {
      await command(action)
      if (action.refresh) await refresh()
    } catch (error) {
      return void (error instanceof TypeError ? notify.error(t('refused')) : notify.failure(error))
    }
    // The command may have deleted it.
    if (!read_at) await notificationRead(id, { quiet: true }).catch(() => undefined)
    await invalidateNotificationList(client)
  }
}
