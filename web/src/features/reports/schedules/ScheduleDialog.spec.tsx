import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { ReportSchedule } from '@/api/schema'
import { renderPage } from '../../../../test/render'
import ScheduleDialog from './ScheduleDialog'

const { profile } = vi.hoisted(() => ({ profile: { id: 'u', can: {} as Record<string, boolean> } }))

vi.mock('@/context/session', () => ({ useProfile: () => profile }))
vi.mock('@/context/site', () => ({ useSite: () => ({ config: { time_zone: 'America/Sao_Paulo' } }) }))
vi.mock('@/api/generated/endpoints/reports/reports', () => ({
  useReportScheduleRecipients: () => ({ data: { data: [{ id: 'u', label: 'Zelda' }] } }),
}))
vi.mock('./RuleFields', () => ({ RuleFields: () => null }))
vi.mock('./refresh', () => ({ refreshReportSchedules: vi.fn() }))

const SCHEDULE = {
  id: 's',
  name: 'Every day',
  rhythm: 'daily',
  at_time: '08:00',
  time_zone: 'America/Sao_Paulo',
  span: 'fixed',
  format: 'csv',
  recipients: [{ id: 'u', label: 'Zelda' }],
  addresses: ['ana@auditor.example'],
  sends_empty: false,
  version: 1,
} as unknown as ReportSchedule

const typeAddress = async () => {
  await renderPage(() => <ScheduleDialog schedule={SCHEDULE} opened onClose={() => undefined} />)
  await userEvent.type(
    await screen.findByLabelText(/^Addresses/, { selector: 'input' }),
    'rui@auditor.example{Enter}',
  )
}

it('without the right to send, no address is added', async () => {
  profile.can = {}
  await typeAddress()
  expect(screen.getByText('ana@auditor.example')).toBeVisible()
  expect(screen.queryByText('rui@auditor.example')).not.toBeInTheDocument()
})

it('with the right, one is added, and what it does not get is said', async () => {
  profile.can = { 'report_schedule.send': true }
  await typeAddress()
  expect(screen.getByText('rui@auditor.example')).toBeVisible()
  expect(screen.getByText(/A report of costs is not sent to them\.$/)).toBeVisible()
})
