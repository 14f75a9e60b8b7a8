//! The real client with its own rate limiter, which needs TLS and the host name `discord.com`.

use std::net::TcpListener;
use std::time::Duration;

use axum_server::tls_rustls::RustlsConfig;
use kradan_emulator::{ANN, Emulator, FaultRule, GAMES, InjectedFault, Options, RateLimit};
use serenity::all::{ChannelId, CreateMessage, Http, HttpBuilder};

/// A client that sends its requests to the emulator.
async fn rate_limited_client(emulator: &Emulator) -> Http {
    // Another test may have installed it already.
    _ = rustls::crypto::ring::default_provider().install_default();
    let signed = rcgen::generate_simple_self_signed(vec!["discord.com".to_owned()]).unwrap();
    let certificate = signed.cert.pem();
    let key = signed.signing_key.serialize_pem();
    let config =
        RustlsConfig::from_pem(certificate.clone().into_bytes(), key.into_bytes()).await.unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let address = listener.local_addr().unwrap();
    let service = emulator.router().into_make_service();
    let server = axum_server::from_tcp_rustls(listener, config).unwrap();
    tokio::spawn(async move { server.serve(service).await });
    let client = reqwest::Client::builder()
        .resolve("discord.com", address)
        .add_root_certificate(reqwest::Certificate::from_pem(certificate.as_bytes()).unwrap())
        .build()
        .unwrap();
    HttpBuilder::new(emulator.token()).client(client).build()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_obeys_rate_limits_and_waits_after_429() {
    let names = vec!["discord.com".to_owned()];
    let emulator = Emulator::start(Options { names, ..Options::default() }).await.unwrap();
    let http = rate_limited_client(&emulator).await;
    assert_eq!(http.get_gateway().await.unwrap().url, emulator.gateway_url());
    emulator.set_rate_limit(RateLimit { requests: 2, window: Duration::from_millis(200) });
    let retry_after = Duration::from_millis(50);
    emulator.inject_fault(FaultRule::once(
        "/messages",
        InjectedFault::TooMany { retry_after, global: false },
    ));
    let channel = ChannelId::new(GAMES.0);
    for number in 0..5 {
        let message = CreateMessage::new().content(number.to_string());
        channel.send_message(&http, message).await.unwrap();
    }
    let posted = emulator.as_user(ANN).messages(GAMES);
    let posted: Vec<&str> = posted.iter().map(|it| it.content()).collect();
    assert_eq!(posted, ["0", "1", "2", "3", "4"]);
    assert!(emulator.requests().iter().any(|it| it.status == 429));
    emulator.stop().await;
}
