//! Injected faults, rate limits and the request log.

use std::time::Duration;

use kradan_emulator::{ANN, FaultRule, GAMES, InjectedFault, RateLimit};
use reqwest::Method;
use serde_json::{Value, json};

use crate::api::Api;

/// Posts a message in #games; `None` if the connection is cut.
async fn post(api: &Api) -> Option<reqwest::Response> {
    let url = format!("{}/api/v10/channels/{GAMES}/messages", api.emulator.url());
    let request = reqwest::Client::new()
        .request(Method::POST, url)
        .header("Authorization", format!("Bot {}", api.emulator.token()))
        .header("Content-Type", "application/json")
        .body(json!({"content": "x"}).to_string());
    request.send().await.ok()
}

fn message_count(api: &Api) -> usize {
    api.emulator.as_user(ANN).messages(GAMES).len()
}

#[tokio::test]
async fn faults_apply_before_or_after_the_effect() {
    let api = Api::start().await;
    let cases = [
        (InjectedFault::Refused(500), Some(500), 0),
        (InjectedFault::DoneButRefused(502), Some(502), 1),
        (InjectedFault::Cut, None, 0),
        (InjectedFault::DoneButCut, None, 1),
        (InjectedFault::Slow(Duration::from_millis(1)), Some(200), 1),
    ];
    for (fault, status, more) in cases {
        let before = message_count(&api);
        api.emulator.inject_fault(FaultRule::once("POST /channels/{channel_id}/messages", fault));
        let actual = post(&api).await.map(|it| it.status().as_u16());
        assert_eq!((actual, message_count(&api) - before), (status, more), "{fault:?}");
        // The rule applies once.
        assert_eq!(post(&api).await.unwrap().status(), 200);
    }
    api.emulator.stop().await;
}

#[tokio::test]
async fn rate_limited_requests_get_a_retry_after() {
    let api = Api::start().await;
    let text = |response: &reqwest::Response, name: &str| {
        response.headers().get(name).map(|it| it.to_str().unwrap().to_owned())
    };
    let later = Duration::from_millis(1500);
    for global in [false, true] {
        api.emulator.inject_fault(FaultRule::once(
            "",
            InjectedFault::TooMany { retry_after: later, global },
        ));
        let actual = post(&api).await.unwrap();
        assert_eq!(
            (actual.status().as_u16(), text(&actual, "retry-after")),
            (429, Some("2".to_owned()))
        );
        assert_eq!(text(&actual, "x-ratelimit-global").is_some(), global);
        let body: Value = serde_json::from_str(&actual.text().await.unwrap()).unwrap();
        assert_eq!((&body["retry_after"], &body["global"]), (&json!(1.5), &json!(global)));
    }
    api.emulator.set_rate_limit(RateLimit { requests: 2, window: Duration::from_secs(3600) });
    let mut actual = Vec::new();
    for _ in 0..3 {
        let response = post(&api).await.unwrap();
        let left = text(&response, "x-ratelimit-remaining").unwrap();
        actual.push((response.status().as_u16(), left));
    }
    let expected = [(200, "1"), (200, "0"), (429, "0")];
    assert_eq!(actual, expected.map(|(status, left)| (status, left.to_owned())));
    api.emulator.stop().await;
}

#[tokio::test]
async fn every_request_is_logged() {
    let api = Api::start().await;
    let mut requests = api.emulator.subscribe_requests();
    api.emulator.inject_fault(FaultRule::once("POST", InjectedFault::Cut));
    post(&api).await;
    post(&api).await;
    let cut = requests.recv().await.unwrap();
    assert_eq!((cut.status, &cut.body), (0, &json!({"content": "x"})));
    let done = requests.recv().await.unwrap();
    assert_eq!((done.status, done.template.as_str()), (200, "/channels/{channel_id}/messages"));
    assert_eq!(api.emulator.requests().last().unwrap().path, done.path);
    api.emulator.stop().await;
}
