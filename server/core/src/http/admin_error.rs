//! Errors of the tenancy library as answers.

use tenancy::admin::AdminError;

use super::error::ApiError;
use super::messages::MessageCode;

impl From<AdminError> for ApiError {
    fn from(error: AdminError) -> Self {
        match error {
            AdminError::NotFound(_) => Self::not_found(),
            AdminError::SlugTaken(_) => Self::invalid_field("slug", MessageCode::Taken),
            AdminError::HostTaken(_) => Self::invalid_field("host", MessageCode::Taken),
            AdminError::Io(error) => Self::internal(error),
            AdminError::Sql(error) => error.into(),
            AdminError::Invalid(_)
            | AdminError::Refused(_)
            | AdminError::Dns(_)
            | AdminError::Migration { .. } => {
                Self::refused(MessageCode::OperatorRefused).with_details(vec![error.to_string()])
            }
        }
    }
}
