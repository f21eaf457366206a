//! The rows and columns of a report that a user may see. A column without its right does not exist for the user: not in answers, sorts or files.

use policy::{Action, Resource};

use super::statement::PlacedColumn;
use super::views::ReportView;
use access::ctx::Ctx;
use access::live_rights::LiveRights;
use access::scope::RowScope;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;
use server_core::record::{ReportColumn, ReportRight};

/// A report as a user sees it.
pub struct VisibleReport {
    pub view: &'static ReportView,
    pub scope: RowScope,
    pub columns: Vec<PlacedColumn>,
    pub sees_costs: bool,
}

/// Who looks at it.
struct Viewer {
    scope: RowScope,
    sees_costs: bool,
    is_outside: bool,
}

impl VisibleReport {
    /// Returns 403 without the right on reports or on the records themselves, and 404 when a flag closes them.
    pub fn open(ctx: &Ctx, view: &'static ReportView) -> ApiResult<Self> {
        ctx.require(Resource::Report, Action::Show)?;
        if let Some(action) = view.right {
            ctx.require(Resource::Report, action)?;
        }
        let scope = ctx.scope(view.resource, Action::List)?;
        let sees_costs = ctx.grants.allow(Resource::Report, Action::Cost);
        let viewer = Viewer { scope, sees_costs, is_outside: ctx.is_outside() };
        Ok(Self::new(view, viewer, |right| ctx.scope(right.resource, right.action).ok()))
    }

    /// The same outside of a request; none without the rights. `closed` are the resources that flags of the company close.
    pub fn open_for(rights: &LiveRights, closed: &[Resource], view: &'static ReportView) -> Option<Self> {
        let find_scope = |resource: Resource, action: Action| {
            rights.scope(resource, action).filter(|_| !closed.contains(&resource))
        };
        find_scope(Resource::Report, Action::Show)?;
        if let Some(action) = view.right {
            find_scope(Resource::Report, action)?;
        }
        let scope = find_scope(view.resource, Action::List)?;
        let sees_costs = rights.allows(Resource::Report, Action::Cost);
        let viewer = Viewer { scope, sees_costs, is_outside: rights.is_outside };
        Some(Self::new(view, viewer, |right| find_scope(right.resource, right.action)))
    }

    fn new(
        view: &'static ReportView,
        viewer: Viewer,
        find_scope: impl Fn(ReportRight) -> Option<RowScope>,
    ) -> Self {
        let has_right = |right: ReportRight| {
            find_scope(right).is_some_and(|scope| {
                !right.is_of_whole || matches!(scope, RowScope::All | RowScope::Client(_))
            })
        };
        let Viewer { scope, sees_costs, is_outside } = viewer;
        let is_seen =
            |column: &ReportColumn| !(column.is_internal && is_outside) && column.right.is_none_or(has_right);
        let columns = view.all_columns().filter(|placed| is_seen(placed.1)).collect();
        Self { view, scope, columns, sees_costs }
    }

    /// The same for people outside of the company: without costs, data of people, what people typed and what only the staff sees.
    /// None for a view of costs.
    pub fn narrow_to_outsiders(mut self) -> Option<Self> {
        self.view.right.is_none().then_some(())?;
        let is_secret = |column: &ReportColumn| {
            column.is_internal
                || column.is_of_person
                || column.right.is_some_and(|right| right.resource == Resource::Report)
        };
        self.columns.retain(|placed| !is_secret(placed.1));
        self.sees_costs = false;
        Some(self)
    }

    pub fn find(&self, key: &str) -> Option<PlacedColumn> {
        self.columns.iter().copied().find(|(_, column)| column.key == key)
    }

    /// The chosen columns in their order, or those of the report. Returns 422 for a column that the user does not see.
    pub fn choose(&self, keys: Option<&str>, field: &str) -> ApiResult<Vec<PlacedColumn>> {
        let keys = keys.unwrap_or_default();
        let chosen: Vec<&str> = keys.split(',').map(str::trim).filter(|key| !key.is_empty()).collect();
        if chosen.is_empty() {
            return Ok(self.view.columns.iter().filter_map(|key| self.find(key)).collect());
        }
        let unknown = || ApiError::invalid_field(field, MessageCode::UnknownOption);
        let mut columns: Vec<PlacedColumn> = Vec::new();
        for key in chosen {
            let placed = self.find(key).ok_or_else(unknown)?;
            if columns.iter().all(|(_, column)| column.key != key) {
                columns.push(placed);
            }
        }
        Ok(columns)
    }
}
