//! Discord having a bad day.

use std::time::Duration;

use kradan::emulator::{ANN, FaultRule, GAMES, InjectedFault, RateLimit};
use reqwest::Method;
use serde_json::{Value, json};

use crate::api::Api;

/// What a message in #games is met with.
async fn post(api: &Api) -> Option<reqwest::Response> {
    let url = format!("{}/api/v10/channels/{GAMES}/messages", api.local.url());
    let request = reqwest::Client::new()
        .request(Method::POST, url)
        .header("Authorization", format!("Bot {}", api.local.token()))
        .header("Content-Type", "application/json")
        .body(json!({"content": "x"}).to_string());
    request.send().await.ok()
}

fn written(api: &Api) -> usize {
    api.local.as_user(ANN).messages(GAMES).len()
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
        let before = written(&api);
        api.local.inject_fault(FaultRule::once("POST /channels/{channel_id}/messages", fault));
        let met = post(&api).await.map(|it| it.status().as_u16());
        assert_eq!((met, written(&api) - before), (status, more), "{fault:?}");
        // And then it is over.
        assert_eq!(post(&api).await.unwrap().status(), 200);
    }
    api.local.stop().await;
}

#[tokio::test]
async fn too_many_requests_are_told_when_to_come_again() {
    let api = Api::start().await;
    let text = |response: &reqwest::Response, name: &str| {
        response.headers().get(name).map(|it| it.to_str().unwrap().to_owned())
    };
    let later = Duration::from_millis(1500);
    for global in [false, true] {
        api.local.inject_fault(FaultRule::once(
            "",
            InjectedFault::TooMany { retry_after: later, global },
        ));
        let met = post(&api).await.unwrap();
        assert_eq!((met.status().as_u16(), text(&met, "retry-after")), (429, Some("2".to_owned())));
        assert_eq!(text(&met, "x-ratelimit-global").is_some(), global);
        let body: Value = serde_json::from_str(&met.text().await.unwrap()).unwrap();
        assert_eq!((&body["retry_after"], &body["global"]), (&json!(1.5), &json!(global)));
    }
    api.local.set_rate_limit(RateLimit { requests: 2, window: Duration::from_secs(3600) });
    let mut met = Vec::new();
    for _ in 0..3 {
        let response = post(&api).await.unwrap();
        let left = text(&response, "x-ratelimit-remaining").unwrap();
        met.push((response.status().as_u16(), left));
    }
    let expected = [(200, "1"), (200, "0"), (429, "0")];
    assert_eq!(met, expected.map(|(status, left)| (status, left.to_owned())));
    api.local.stop().await;
}

#[tokio::test]
async fn every_request_is_on_record() {
    let api = Api::start().await;
    let mut heard = api.local.subscribe_requests();
    api.local.inject_fault(FaultRule::once("POST", InjectedFault::Cut));
    post(&api).await;
    post(&api).await;
    let cut = heard.recv().await.unwrap();
    assert_eq!((cut.status, &cut.body), (0, &json!({"content": "x"})));
    let done = heard.recv().await.unwrap();
    assert_eq!((done.status, done.template.as_str()), (200, "/channels/{channel_id}/messages"));
    assert_eq!(api.local.requests().last().unwrap().path, done.path);
    api.local.stop().await;
}
