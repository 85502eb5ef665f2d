//! What the server answers when it cannot do what is asked: a status and one
//! sentence, `{"error": "…"}`; and the reading of requests, which refuses in the
//! same form.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use serde_json::json;

/// A request that is not fulfilled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    pub(super) status: StatusCode,
    pub(super) message: String,
}

impl Refusal {
    pub(super) fn new(status: StatusCode, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { status, message }
    }

    /// The request can be read, but asks for what the rules or the server's
    /// bounds do not allow.
    pub(super) fn senseless(message: impl ToString) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, shortened(message))
    }

    /// The server has too much to do.
    pub(super) fn busy(message: &str) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, message)
    }
}

/// The longest message: what was wrong may be a text without end.
const LONGEST: usize = 600;

fn shortened(message: impl ToString) -> String {
    let mut message = message.to_string();
    if let Some((end, _)) = message.char_indices().nth(LONGEST) {
        message.truncate(end);
        message.push('…');
    }
    message
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let body = Json(json!({ "error": self.message }));
        let mut response = (self.status, body).into_response();
        let for_a_moment = [
            StatusCode::SERVICE_UNAVAILABLE,
            StatusCode::TOO_MANY_REQUESTS,
        ]
        .contains(&self.status);
        let headers = response.headers_mut();
        if for_a_moment {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        // The rest of such a request was not read.
        let is_cut = [StatusCode::PAYLOAD_TOO_LARGE, StatusCode::REQUEST_TIMEOUT];
        if is_cut.contains(&self.status) {
            headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }
}

/// A request's body: JSON of a known form.
pub(super) struct Asked<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Asked<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        let read = Json::<T>::from_request(request, state).await;
        let told =
            |error: JsonRejection| Refusal::new(error.status(), shortened(error.body_text()));
        read.map(|Json(asked)| Self(asked)).map_err(told)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_message_is_cut_at_a_character() {
        let refusal = Refusal::senseless("ä".repeat(2 * LONGEST));
        assert_eq!(refusal.message.chars().count(), LONGEST + 1);
        assert_eq!(Refusal::senseless("short").message, "short");
    }
}
